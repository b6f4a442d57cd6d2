/** Formats times in messages for their readers. */
import { isTimeZone } from '@foyer/contract/fields'

/** Formats are cached, because creating one takes fifty times as long as using it. */
const mostFormats = 20
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats a time in the reader's time zone, or in UTC if the zone is unknown, with the name of the zone. A stored zone
 * that this version of Node does not know counts as unknown.
 *
 * @example momentIn(new Date('2026-11-22T09:55:00Z'), 'Asia/Kolkata') // '22 November 2026, 15:25 (India Standard Time)'
 */
export function momentIn(at: Date, timeZone: string | null): string {
  const format = formatIn(timeZone ?? 'UTC')
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const { day, month, year, hour, minute, timeZoneName } = parts
  const zone = timeZoneName === 'Coordinated Universal Time' ? 'UTC' : `(${timeZoneName})`
  return `${day} ${month} ${year}, ${hour}:${minute} ${zone}`
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    timeZoneName: 'long',
  })
  if (formats.size >= mostFormats) formats.clear()
  formats.set(timeZone, format)
  return format
}
