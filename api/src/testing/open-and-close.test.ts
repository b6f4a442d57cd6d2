/** Tests that an opened and closed service leaves nothing in its process. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const program = join(import.meta.dirname, 'open-and-close.ts')

describe('a service that was opened and closed', () => {
  it('leaves no handle and no listener, so that its process ends by itself', async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program])
    assert.deepEqual([stdout, stderr], ['closed\n', ''])
  })
})
