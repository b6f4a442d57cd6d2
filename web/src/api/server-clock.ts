/** Measures the difference between the service's clock and the browser's clock from the Date header. */

let aheadMs = 0

/** The header has whole seconds and takes time to arrive, so a difference below 1.5 s is not significant. */
const unknownMs = 1_500

export function noteServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isNaN(serverMs)) return
  // The service rounds the header down, so computed times are late rather than early.
  const differenceMs = serverMs - Date.now()
  aheadMs = Math.abs(differenceMs) < unknownMs ? 0 : differenceMs
}

/** Converts the service's ISO 8601 time to this browser's clock; NaN for any other text. */
export function toBrowserTime(serverTime: string): number {
  return Date.parse(serverTime) - aheadMs
}
