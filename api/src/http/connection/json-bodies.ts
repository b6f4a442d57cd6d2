/**
 * JSON as one reader would read it: whole UTF-8 only, no key twice, no key that reaches a prototype; and no more values
 * than the service can check in a moment.
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

/** null for what is no UTF-8, and for a byte order mark, which the parser would pass over and other readers not. */
function decoded(utf8: TextDecoder, bytes: Buffer): string | null {
  try {
    const text = utf8.decode(bytes)
    return text.startsWith('\u{feff}') ? null : text
  } catch {
    return null
  }
}

/**
 * In JSON a string before a colon is a key, and nothing else is. The end of a string is optional in the pattern, so that
 * every start matches: one that could fail would read the rest of the text anew at each quotation mark.
 */
function countKeysWritten(text: string): number {
  let count = 0
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"(\s*:)?)?/g)) if (colon) count += 1
  return count
}

/** Counts until there are more values than `max`. Without recursion: a body may be deeper than the stack. */
export function countRead(root: unknown, max: number): { values: number; keys: number } {
  const open: unknown[] = [root]
  const count = { values: 0, keys: 0 }
  while (open.length > 0 && count.values <= max) {
    const value = open.pop()
    count.values += 1
    if (typeof value !== 'object' || value === null) continue
    const inner = Object.values(value)
    if (!Array.isArray(value)) count.keys += inner.length
    // A list longer than the limit need not be looked into.
    if (inner.length > max) count.values += inner.length
    else open.push(...inner)
  }
  return count
}
