/**
 * Parses JSON bodies that every parser reads the same way: valid UTF-8, no duplicate key, no key that changes a
 * prototype, and no more values than the service can check quickly.
 */
import { TextDecoder } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../failure.ts'
import { bodyMaxValues } from '../../limits/connection-bounds.ts'

export function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = decoded(utf8, bytes)
    if (text === null || request.headers['content-encoding'] !== undefined) {
      done(new Failure(text === null ? 'unreadable-request' : 'unsupported-media'))
      return
    }
    parse(request, text, (error, value) => {
      if (error) done(error)
      else done(faultIn(text, value), value)
    })
  })
}

function faultIn(text: string, value: unknown): Failure | null {
  const { values, keys } = countRead(value, bodyMaxValues)
  if (values > bodyMaxValues) return new Failure('too-large')
  return keys === countKeysWritten(text) ? null : new Failure('unreadable-request')
}

/**
 * Decodes UTF-8. Returns null for invalid UTF-8, and for a byte order mark, which some parsers skip and others refuse.
 */
function decoded(utf8: TextDecoder, bytes: Buffer): string | null {
  try {
    const text = utf8.decode(bytes)
    return text.startsWith('\u{feff}') ? null : text
  } catch {
    return null
  }
}

/**
 * Counts the strings that a colon follows; in JSON those are exactly the keys. The closing quote is optional, because a
 * failed match would scan the rest of the text again from each quotation mark.
 */
function countKeysWritten(text: string): number {
  let count = 0
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"(\s*:)?)?/g)) if (colon) count += 1
  return count
}

/**
 * Counts values and keys, and stops above `max` values. Uses no recursion, because a body may nest deeper than the
 * stack.
 */
export function countRead(root: unknown, max: number): { values: number; keys: number } {
  const open: unknown[] = [root]
  const count = { values: 0, keys: 0 }
  while (open.length > 0 && count.values <= max) {
    const value = open.pop()
    count.values += 1
    if (typeof value !== 'object' || value === null) continue
    const inner = Object.values(value)
    if (!Array.isArray(value)) count.keys += inner.length
    // Counts an oversized list by its length, without its contents.
    if (inner.length > max) count.values += inner.length
    else open.push(...inner)
  }
  return count
}
