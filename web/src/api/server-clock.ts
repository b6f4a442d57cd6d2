/** Measures the difference between the clocks of service and browser by the Date header. */

let aheadMs = 0

/** The header has whole seconds, and travels: a smaller difference may be none. */
const unknownMs = 1_500

export function noteServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isNaN(serverMs)) return
  // The header is rounded down, so times computed with it are late rather than early.
  const differenceMs = serverMs - Date.now()
  aheadMs = Math.abs(differenceMs) < unknownMs ? 0 : differenceMs
}

/** Converts an ISO 8601 time of the service to this browser's clock; NaN for anything else. */
export function toBrowserTime(serverTime: string): number {
  return Date.parse(serverTime) - aheadMs
}
