/** Tests the times in messages. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { momentIn } from './moment.ts'

it('writes a time in the time zone of the reader, with the name of the zone', () => {
  const at = new Date('2026-11-22T09:55:00Z')
  for (const [timeZone, written] of [
    ['Asia/Kolkata', '22 November 2026, 15:25 (India Standard Time)'],
    ['Asia/Calcutta', '22 November 2026, 15:25 (India Standard Time)'],
    ['America/New_York', '22 November 2026, 04:55 (Eastern Standard Time)'],
    ['Asia/Tokyo', '22 November 2026, 18:55 (Japan Standard Time)'],
  ] as const)
    assert.equal(momentIn(at, timeZone), written)
  assert.equal(
    momentIn(new Date('2026-11-21T18:35:00Z'), 'Asia/Kolkata').slice(0, 23),
    '22 November 2026, 00:05',
  )
})

it('names UTC where the time zone of the reader is not known', () => {
  const at = new Date('2026-11-22T09:55:00Z')
  for (const timeZone of [null, 'Mars/Olympus_Mons', ''])
    assert.equal(momentIn(at, timeZone), '22 November 2026, 09:55 UTC')
})
