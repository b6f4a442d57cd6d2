import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDay, checkText } from './check-day.ts'

const at = (time: string) => new Date(time).getTime()

test('the check counts working days, beginning with the day of the submission', () => {
  const friday = at('2026-11-27T16:00')
  const days: [now: string, day: number][] = [
    ['2026-11-27T16:01', 1],
    ['2026-11-28T09:00', 1],
    ['2026-11-29T23:59', 1],
    ['2026-11-30T00:01', 2],
    ['2026-12-01T09:00', 3],
    ['2027-12-01T09:00', 3],
  ]
  for (const [now, day] of days) assert.equal(checkDay(friday, at(now)), day, now)
})

test('a check that begins on a weekend is on its first day until Monday has ended', () => {
  const saturday = at('2026-11-28T10:00')
  assert.equal(checkDay(saturday, at('2026-11-28T10:00')), 1)
  assert.equal(checkDay(saturday, at('2026-11-30T23:00')), 1)
  assert.equal(checkDay(saturday, at('2026-12-01T08:00')), 2)
})

test('a clock behind that of the service is on the first day', () => {
  assert.equal(checkDay(at('2026-11-27T00:10'), at('2026-11-26T23:59')), 1)
})

test('the text names the day, and a late check without a number', () => {
  const monday = at('2026-11-30T09:00')
  assert.equal(checkText(monday, at('2026-12-01T09:00')), 'In checking, day 2 of 2')
  assert.equal(checkText(monday, at('2026-12-02T09:00')), 'In checking, longer than usual')
})
