import { agoText } from '../flow/time-text.ts'

/**
 * Says when the user last visited a platform.
 *
 * @example visitText(Date.now() - 7_200_000) // 'Last visit 2 hours ago'
 */
export function visitText(visitedAtMs: number, nowMs = Date.now()): string {
  // The line breaks before the time only.
  return `Last visit ${agoText(visitedAtMs, nowMs).replaceAll(' ', '\u00a0')}`
}
