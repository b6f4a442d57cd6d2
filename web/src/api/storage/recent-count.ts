/** How often something happened in this tab lately, across page loads. */
import { readJson, writeText } from './browser-storage.ts'

type Limit = { max: number; windowMs: number }

export function isUsedUp(key: string, limit: Limit): boolean {
  return recent(key, limit).length >= limit.max
}

export function recordOne(key: string, limit: Limit): void {
  writeText('sessionStorage', key, JSON.stringify([...recent(key, limit), Date.now()]))
}

/** Times ahead of the clock do not count: it may have been set back. */
function recent(key: string, { windowMs }: Limit): number[] {
  const kept = readJson('sessionStorage', key)
  const now = Date.now()
  return Array.isArray(kept) ? kept.filter((at) => at <= now && now - at < windowMs) : []
}
