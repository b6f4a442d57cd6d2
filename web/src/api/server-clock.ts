/** How far the service's clock is from this browser's, by the Date header of its answers. */

let aheadMs = 0

/** The header tells whole seconds, rounded down: what is reckoned by it comes too late rather than too early. */
export function noteServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '')
  if (!Number.isNaN(serverMs)) aheadMs = serverMs - Date.now()
}

/** A time of the service, ISO 8601, by this browser's clock; NaN for anything else. */
export function toBrowserTime(serverTime: string): number {
  return Date.parse(serverTime) - aheadMs
}
