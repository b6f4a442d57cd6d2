/** The faults that take a few seconds, tried with every `npm test`; `npm run faults` tries all of them at full length. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { allFaults } from './all-faults.ts'

const short = ['F12', 'F15', 'F27']

for (const { id, title, run } of allFaults.filter((fault) => short.includes(fault.id))) {
  it(`${id}: ${title}`, { timeout: 60_000 }, async () => {
    const verdicts: string[] = []
    await run((what, isFine, figure = '') => isFine || verdicts.push(`${what}: ${figure}`), { isShort: true })
    assert.deepEqual(verdicts, [])
  })
}
