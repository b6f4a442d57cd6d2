/** Converts keys between camelCase in the code and snake_case on the wire (product 7.1). */

type Json = unknown

/** The request header with the browser's stored device id (product 7.1). */
export const deviceIdHeader = 'X-Device-Id'

/** The request header with the IANA name of the browser's time zone; mails to the user show times in that zone. */
export const timeZoneHeader = 'X-Time-Zone'

/**
 * The request header of a page in the mode for shared computers; its only value is `true`. A sign-in with it lasts until
 * the browser closes or is not used for 20 minutes, and the browser does not become a known one.
 */
export const sharedBrowserHeader = 'X-Shared-Browser'

/** Names of fields whose content keeps its keys: document data, event payloads, toggle ids. */
export type Opaque = readonly string[]

export function toWire(value: Json, opaque: Opaque = []): Json {
  return renamed(value, snakeCase, opaque)
}

export function fromWire(value: Json, opaque: Opaque = []): Json {
  return renamed(value, camelCase, opaque, snakeCase)
}

export function snakeCase(key: string): string {
  // Tests first, because most keys are one word and need no replacement.
  return /[A-Z]/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Deeper than any value of the contract. Deeper values become null, so that no nesting exhausts the stack. */
const maxDepth = 40

/**
 * Renames keys. Keys from the wire that are not snake_case are marked, so that `userId` is never mistaken for
 * `user_id`.
 */
function renamed(
  value: Json,
  rename: (key: string) => string,
  opaque: Opaque,
  back?: typeof rename,
  depth = 0,
): Json {
  if (value === null || typeof value !== 'object') return value
  if (depth > maxDepth) return null
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename, opaque, back, depth + 1))
  const out: Record<string, Json> = {}
  for (const [key, inner] of Object.entries(value)) {
    const name = rename(key)
    const known = !back || back(name) === key
    out[known ? name : `${key} (not snake_case)`] = opaque.includes(name)
      ? inner
      : renamed(inner, rename, opaque, back, depth + 1)
  }
  return out
}
