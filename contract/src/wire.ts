/** camelCase in the code, snake_case on the wire (Spec 7.1). Opaque fields pass untouched, with all below them. */

type Json = unknown

/** Names of fields whose content is somebody else's: document data, event payloads, toggle ids. */
export type Opaque = readonly string[]

export function toWire(value: Json, opaque: Opaque = []): Json {
  return renamed(value, snakeCase, opaque)
}

export function fromWire(value: Json, opaque: Opaque = []): Json {
  return renamed(value, camelCase, opaque, snakeCase)
}

export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Deeper than anything the contract knows: what lies below is cut, so that no nesting exhausts the stack. */
const maxDepth = 40

/** A key that is not in the wire's spelling is kept apart, so that `userId` never passes for `user_id`. */
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
