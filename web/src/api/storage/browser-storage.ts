/** Web storage that may throw (third-party frames, full disk): what it refuses lives as long as the page. */

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
    // Nothing could be read from it either.
  }
}

/** The parsed value, null where nothing or no JSON is kept. */
export function readJson(area: StorageArea, key: string): unknown {
  return parseJson(readText(area, key) ?? '') ?? null
}

/** undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An own property of whatever was parsed. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
