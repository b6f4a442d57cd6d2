/** Counts the working days of the check of a school, in the calendar of the browser. */
import { checkWorkingDays } from '@foyer/contract/school-types'

/**
 * Returns on which working day of the check a time is. A check that begins on a weekend is on its first day until Monday
 * has ended.
 *
 * @example checkDay(friday, monday) // 2
 */
export function checkDay(submittedMs: number, nowMs: number, lateAfter = checkWorkingDays): number {
  const day = new Date(submittedMs)
  const today = new Date(nowMs)
  day.setHours(12, 0, 0, 0)
  today.setHours(12, 0, 0, 0)
  let count = 0
  // A late check needs no exact number.
  while (day <= today && count <= lateAfter) {
    if (day.getDay() % 6 !== 0) count += 1
    day.setDate(day.getDate() + 1)
  }
  return Math.max(1, count)
}

/** Says how far the check is. */
export function checkText(submittedMs: number, nowMs = Date.now()): string {
  const day = checkDay(submittedMs, nowMs)
  return day > checkWorkingDays
    ? 'In checking, longer than usual'
    : `In checking, day ${day} of ${checkWorkingDays}`
}
