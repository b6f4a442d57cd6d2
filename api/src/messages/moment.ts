/** Writes times for readers of messages. */
import { isTimeZone } from '@foyer/contract/fields'

/** Making a format takes fifty times as long as using it. */
const mostFormats = 20
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Writes a time with the name of its zone: that of the reader, or UTC where it is not known. A zone that was stored by a
 * later version of Node counts as not known.
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
