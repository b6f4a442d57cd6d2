/** Writes times for people, in the time zone of the browser. */
import { language } from '@foyer/contract/shared-values'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Earlier days are shown with their date. */
const maxDays = 6

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/**
 * Says how long ago a time was.
 *
 * @example agoText(Date.now() - 7_200_000) // '2 hours ago'
 */
export function agoText(timeMs: number, nowMs = Date.now()): string {
  const sinceMs = nowMs - timeMs
  if (sinceMs < minuteMs) return 'just now'
  if (sinceMs < hourMs) return relative.format(-Math.floor(sinceMs / minuteMs), 'minute')
  if (sinceMs < dayMs) return relative.format(-Math.floor(sinceMs / hourMs), 'hour')
  const days = daysBetween(timeMs, nowMs)
  return days <= maxDays ? relative.format(-days, 'day') : dateText(timeMs, nowMs)
}

/**
 * Says how many days something has waited.
 *
 * @example waitText(Date.now() - 3 * 86_400_000) // 'Waiting 3 days'
 */
export function waitText(timeMs: number, nowMs = Date.now()): string {
  const days = daysBetween(timeMs, nowMs)
  if (days < 1) return 'Waiting since today'
  return days === 1 ? 'Waiting 1 day' : `Waiting ${days} days`
}

/**
 * Says at which minute something happened.
 *
 * @example momentText(Date.parse('2026-03-01T10:12:00')) // 'today 10:12', later 'March 1, 10:12'
 */
export function momentText(timeMs: number, nowMs = Date.now()): string {
  // The clocks of browser and service differ a little, so a time may be tomorrow.
  const days = Math.max(0, daysBetween(timeMs, nowMs))
  const day = days <= 1 ? relative.format(-days, 'day') : `${dateText(timeMs, nowMs)},`
  return `${day} ${clock.format(timeMs)}`
}

/** Counts midnights in the user's calendar, also when the clock changed in between. */
function daysBetween(timeMs: number, nowMs: number): number {
  return Math.round((midnight(nowMs) - midnight(timeMs)) / dayMs)
}

/** Writes the day of a time, with the year if it is another one than now. */
export function dateText(timeMs: number, nowMs = Date.now()): string {
  const isThisYear = new Date(timeMs).getFullYear() === new Date(nowMs).getFullYear()
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', ...year }).format(timeMs)
}

function midnight(timeMs: number): number {
  return new Date(timeMs).setHours(0, 0, 0, 0)
}
