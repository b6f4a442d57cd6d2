/** JSON as one reader would read it: whole UTF-8 only, no key twice, no key that reaches a prototype. */
import { TextDecoder } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

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
      else if (countKeysWritten(text) !== countKeysRead(value)) done(new Failure('unreadable-request'))
      else done(null, value)
    })
  })
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

/** Without recursion: a body may be deeper than the stack. */
function countKeysRead(root: unknown): number {
  const open: unknown[] = [root]
  let count = 0
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) count += Object.keys(value).length
    for (const inner of Object.values(value)) open.push(inner)
  }
  return count
}
