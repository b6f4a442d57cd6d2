import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteServerTime, toBrowserTime } from './server-clock.ts'

const now = Date.parse('2026-03-01T12:00:00.900Z')
const inHalfMinute = '2026-03-01T12:00:30.900Z'

test('leaves a time of the service unchanged if the clocks may be equal', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now })
  noteServerTime('Sun, 01 Mar 2026 12:00:00 GMT')
  assert.equal(toBrowserTime(inHalfMinute) - now, 30_000)
})

test('converts a time of a differing service clock less than a second late and never early', (t) => {
  for (const aheadMs of [-3_600_000, -2_500, 2_500, 86_400_000]) {
    t.mock.timers.reset()
    t.mock.timers.enable({ apis: ['Date'], now: now + aheadMs })
    noteServerTime('Sun, 01 Mar 2026 12:00:00 GMT')
    const leftMs = toBrowserTime(inHalfMinute) - Date.now()
    assert.ok(leftMs >= 30_000 && leftMs < 31_000, `${aheadMs}: ${leftMs}`)
  }
})
