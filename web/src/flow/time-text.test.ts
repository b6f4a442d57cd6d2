import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agoText, momentText, waitText } from './time-text.ts'

const now = new Date(2026, 5, 29, 8, 0).getTime()

test('says at which minute something happened, with the date from the day before yesterday on', () => {
  const cases: [Date, string][] = [
    [new Date(2026, 5, 29, 7, 5), 'today 07:05'],
    [new Date(2026, 5, 30, 0, 0), 'today 00:00'],
    [new Date(2026, 5, 28, 23, 59), 'yesterday 23:59'],
    [new Date(2026, 5, 27, 23, 59), 'June 27, 23:59'],
    [new Date(2025, 11, 31, 12, 0), 'December 31, 2025, 12:00'],
  ]
  for (const [time, text] of cases) assert.equal(momentText(time.getTime(), now), text)
})

test('says how long ago a time was, within a week in relation to now', () => {
  const at = (month: number, day: number, hour: number, minute: number) =>
    new Date(2026, month - 1, day, hour, minute).getTime()
  const cases: [timeMs: number, text: string][] = [
    [at(6, 29, 8, 0), 'just now'],
    // The clocks of browser and service differ a little.
    [at(6, 29, 8, 1), 'just now'],
    [at(6, 29, 7, 59), '1 minute ago'],
    [at(6, 29, 7, 1), '59 minutes ago'],
    [at(6, 29, 7, 0), '1 hour ago'],
    [at(6, 28, 8, 1), '23 hours ago'],
    [at(6, 28, 7, 0), 'yesterday'],
    [at(6, 27, 23, 59), '2 days ago'],
    [at(6, 23, 0, 0), '6 days ago'],
    [at(6, 22, 23, 59), 'June 22'],
    [new Date(2025, 11, 31, 12).getTime(), 'December 31, 2025'],
  ]
  for (const [timeMs, text] of cases) assert.equal(agoText(timeMs, now), text)
})

test('says how many days something has waited', () => {
  const cases: [days: number, text: string][] = [
    [0, 'Waiting since today'],
    [1, 'Waiting 1 day'],
    [3, 'Waiting 3 days'],
  ]
  for (const [days, text] of cases) assert.equal(waitText(now - days * 86_400_000, now), text)
})
