/** Runs the faults that take a few seconds with every `npm test`; `npm run faults` runs all of them at full length. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { allFaults } from './all-faults.ts'

const short = ['F12', 'F34', 'F35', 'F37']

for (const { id, title, run } of allFaults.filter((fault) => short.includes(fault.id))) {
  it(`survives ${id}: ${title}`, async () => {
    const failures: string[] = []
    await run((what, isTrue, figure = '') => isTrue || failures.push(`${what}: ${figure}`), { isShort: true })
    assert.deepEqual(failures, [])
  })
}
