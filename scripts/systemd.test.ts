/** Checks the systemd unit: systemd accepts it, and it starts the service as the image does. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
const unit = readFileSync(join(root, 'operating/systemd/foyer@.service'), 'utf8')
const analyzer = '/usr/bin/systemd-analyze'

describe('systemd unit', () => {
  it('systemd accepts the unit', { skip: !existsSync(analyzer) && 'systemd is not installed' }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-unit-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'foyer@4000.service')
    // systemd also checks that the program exists.
    writeFileSync(file, unit.replaceAll('/srv/foyer', root))
    const { status, stderr } = spawnSync(analyzer, ['verify', '--man=no', file], { encoding: 'utf8' })
    // systemd also reports faults of the machine's other units.
    const faults = stderr.split('\n').filter((line) => line.includes('foyer@4000'))
    assert.deepEqual({ status, faults }, { status: 0, faults: [] })
  })

  it('the unit starts the service with the options of the image', () => {
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
    const [, ...image] = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]')
    const [, ...started] = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
    assert.ok(image.length > 0)
    assert.deepEqual(started, image)
  })
})
