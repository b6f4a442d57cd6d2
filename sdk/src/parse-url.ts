/** Parses a URL; returns null if the text is not one. Node 20 lacks `URL.parse`, which does the same. */
export function parseUrl(value: string, base?: string): URL | null {
  try {
    return new URL(value, base)
  } catch {
    return null
  }
}
