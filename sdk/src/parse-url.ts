/** Parses a URL; null if it is not one. `URL.parse` does the same, but Node 20 does not have it. */
export function parseUrl(value: string, base?: string): URL | null {
  try {
    return new URL(value, base)
  } catch {
    return null
  }
}
