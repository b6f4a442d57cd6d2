import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitText } from './visit-text.ts'

const now = new Date(2026, 5, 29, 8, 0).getTime()
const at = (...[month, day, hour, minute]: [number, number, number, number]) =>
  new Date(2026, month - 1, day, hour, minute).getTime()

test('says when a platform was visited, within a week in relation to now', () => {
  const cases: [visitedAtMs: number, text: string][] = [
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
  for (const [visitedAtMs, text] of cases)
    assert.equal(visitText(visitedAtMs, now).replaceAll('\u00a0', ' '), `Last visit ${text}`)
})
