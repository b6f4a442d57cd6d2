/** Tests reading the browser's time zone (N-152). */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readTimeZone } from './time-zone.ts'

it('reads the name of a time zone from its header and refuses any other text', () => {
  for (const name of ['Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'])
    for (const _ of ['checked', 'remembered']) assert.equal(readTimeZone(name), name)
  for (const header of [
    undefined,
    '',
    'Mars/Olympus_Mons',
    'Etc/Unknown',
    '+05:30',
    'undefined',
    'Asia/Kolkata\r\nBcc: eve@example.com',
    'Asia/Kolkata<img src=x>',
    ['Asia/Kolkata', 'Asia/Tokyo'],
    'A'.repeat(65),
    'Z'.repeat(100_000),
  ])
    assert.equal(readTimeZone(header), null, String(header).slice(0, 40))
})
