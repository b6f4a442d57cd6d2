/** How far the service's clock is from this browser's, by the Date header of its answers. */

let aheadMs = 0

/** The header tells whole seconds, and was a moment on its way: clocks as near as this may well be the same. */
const unknownMs = 1_500

export function noteServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isNaN(serverMs)) return
  // Rounded down as it is, what is reckoned by it comes too late rather than too early.
  const apartMs = serverMs - Date.now()
  aheadMs = Math.abs(apartMs) < unknownMs ? 0 : apartMs
}

/** A time of the service, ISO 8601, by this browser's clock; NaN for anything else. */
export function toBrowserTime(serverTime: string): number {
  return Date.parse(serverTime) - aheadMs
}
