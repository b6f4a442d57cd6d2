/** Tests the command `errors` in a separate process. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ErrorReport } from '@foyer/contract/routes/error-reports'
import { runFoyer } from '../../operator/command-line/test-run-foyer.ts'
import { testSecret } from '../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { insertReport } from './error-reports.queries.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.close())

const foyer = (words: string) => runFoyer(words, { DATABASE_URL: database.url, FOYER_SECRETS: testSecret })

describe('command errors', { timeout: 180_000 }, () => {
  it('lists reported errors, the latest first, with place, build, count and frames', async () => {
    assert.equal((await foyer('errors')).out, 'No errors.\n')
    const frames = [
      { name: 'breakPage', file: '/assets/error-test-page-a.js', line: 1, column: 234 },
      { name: null, file: 'page', line: 9, column: 8 },
    ]
    const build = 'de7ab7d0c1f2'
    const first: ErrorReport = { kind: 'error', message: 'older', frames: [], page: '/', build }
    const second: ErrorReport = { kind: 'render', message: 'newer', frames, page: '/error-test', build }
    for (const report of [first, second, second]) await insertReport(database.db, report, false)
    const { out } = await foyer('errors')
    assert.match(
      out,
      /^\S+Z {2}render {2}\/error-test {2}build de7ab7d0c1f2 {2}2 times since \S+Z\n {2}newer\n {4}breakPage \/assets\/error-test-page-a\.js:1:234\n {4}\? page:9:8\n\n\S+Z {2}error {2}\/ {2}build de7ab7d0c1f2 {2}once\n {2}older\n$/,
    )
    const { errors } = JSON.parse((await foyer('errors --limit 1 --json')).out)
    assert.deepEqual([errors.length, errors[0].count, errors[0].frames], [1, 2, frames])
    const { code, error } = await foyer('errors --limit many')
    assert.deepEqual([code, error], [1, '--limit: give a number from 1 to 1000\n'])
  })
})
