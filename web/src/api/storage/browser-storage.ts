/**
 * Wraps web storage, which may throw (third-party frames, full disk). A value that storage refuses lives in memory until
 * the page is left.
 */

export type StorageArea = 'localStorage' | 'sessionStorage'

const inPage = new Map<string, string>()

export function readText(area: StorageArea, key: string): string | null {
  const kept = inPage.get(key)
  if (kept !== undefined) return kept
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

export function writeText(area: StorageArea, key: string, text: string): void {
  inPage.delete(key)
  try {
    globalThis[area].setItem(key, text)
  } catch {
    inPage.set(key, text)
  }
}

export function removeText(area: StorageArea, key: string): void {
  inPage.delete(key)
  try {
    globalThis[area].removeItem(key)
  } catch {
    // Storage that throws has no value to remove.
  }
}

/** Returns the parsed value, or null if the value is missing or not JSON. */
export function readJson(area: StorageArea, key: string): unknown {
  return parseJson(readText(area, key) ?? '') ?? null
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns an own property of a parsed value. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
