/** Tests that the service and the command line report the release. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import manifest from '../../../package.json' with { type: 'json' }
import { runFoyerProcess } from '../operator/command-line/test-run-foyer.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim()
let testApp: TestApp

before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

describe('the release', () => {
  it('/health/live names the version and the commit', async () => {
    const { body } = await testApp.app.inject('/health/live')
    assert.deepEqual(JSON.parse(body), { status: 'ok', version: manifest.version, build: commit })
  })

  it('foyer --version prints the version and the commit', async () => {
    const { code, out } = await runFoyerProcess('--version', { DATABASE_URL: testApp.databaseUrl })
    assert.equal(code, 0)
    assert.equal(out.trim(), `${manifest.version} (${commit})`)
  })
})
