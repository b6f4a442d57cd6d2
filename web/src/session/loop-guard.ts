/** Stops endless reloads, and endless handovers to the same target, by counting them in this tab (product 4). */
import { readJson, writeText } from '../api/storage/browser-storage.ts'
import { handoversKey, reloadsKey } from '../api/storage/storage-keys.ts'

type Limit = { max: number; windowMs: number }

export const reloads: Limit = { max: 2, windowMs: 60_000 }
export const handovers: Limit = { max: 2, windowMs: 30_000 }

/** Reloads the page after tokens were renewed or refused. Returns false if the limit is reached and the page stays. */
export function reloadPage(): boolean {
  if (isUsedUp(reloadsKey, reloads)) return false
  record(reloadsKey, reloads)
  location.reload()
  return true
}

/** Returns true if the platform keeps sending the user back here. */
export function isHandoverLoop(target: URL): boolean {
  return isUsedUp(keyOf(target), handovers)
}

/** Counts a handover, unless the user went Back to this page. */
export function recordHandover(target: URL): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'back_forward') return
  record(keyOf(target), handovers)
}

/** Omits the query, which may differ each time. */
function keyOf({ origin, pathname }: URL): string {
  return handoversKey + origin + pathname
}

function isUsedUp(key: string, limit: Limit): boolean {
  return recent(key, limit).length >= limit.max
}

function record(key: string, limit: Limit): void {
  writeText('sessionStorage', key, JSON.stringify([...recent(key, limit), Date.now()]))
}

/** Ignores times in the future, because the clock may have been set back. */
function recent(key: string, { windowMs }: Limit): number[] {
  const kept = readJson('sessionStorage', key)
  const now = Date.now()
  return Array.isArray(kept) ? kept.filter((at) => at <= now && now - at < windowMs) : []
}
