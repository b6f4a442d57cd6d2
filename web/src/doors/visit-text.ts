import { language } from '@foyer/contract/shared-values'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Earlier visits are shown with their date. */
const maxDays = 6

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

/**
 * Says when the user last visited a platform.
 *
 * @example visitText(Date.now() - 7_200_000) // 'Last visit 2 hours ago'
 */
export function visitText(visitedAtMs: number, nowMs = Date.now()): string {
  // The line breaks before the time only.
  return `Last visit ${timeText(new Date(visitedAtMs), new Date(nowMs)).replaceAll(' ', '\u00a0')}`
}

function timeText(visit: Date, now: Date): string {
  const sinceMs = now.getTime() - visit.getTime()
  if (sinceMs < minuteMs) return 'just now'
  if (sinceMs < hourMs) return relative.format(-Math.floor(sinceMs / minuteMs), 'minute')
  if (sinceMs < dayMs) return relative.format(-Math.floor(sinceMs / hourMs), 'hour')
  // 'yesterday' is the day before in the user's calendar, also when the clock changed in between.
  const days = Math.round((midnight(now) - midnight(visit)) / dayMs)
  if (days <= maxDays) return relative.format(-days, 'day')
  const year = visit.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', ...year }).format(visit)
}

function midnight(time: Date): number {
  return new Date(time).setHours(0, 0, 0, 0)
}
