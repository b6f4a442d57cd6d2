/**
 * Sends answers that are the same for every client from memory. Each answer is made once and compressed once, so a
 * request needs no query and no copy. A client that has the answer already gets 304.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesVersion } from './versions.ts'

export type StoredAnswer = {
  /** The media type. */
  type: string
  bytes: Buffer
  /** Compresses on first use. Returns null if the build left the content uncompressed. */
  brotli(): Promise<Buffer | null>
  /** A hash of the content; the ETag adds a suffix for brotli. */
  tag: string
}

const compress = promisify(brotliCompress)

export const jsonType = 'application/json; charset=utf-8'

/**
 * Stores an answer. `compressed` is the build's compressed form, or null if the build left the content uncompressed;
 * without it, the first request compresses.
 */
export function storeAnswer(type: string, bytes: Buffer, compressed?: Buffer | null): StoredAnswer {
  let packed = compressed === undefined ? undefined : Promise.resolve(compressed)
  return {
    type,
    bytes,
    brotli() {
      packed ??= compress(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
      return packed
    },
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
  }
}

/** Answers 304 and returns true if the client has this answer; otherwise returns false and sends nothing. */
export function sendIfKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag }: StoredAnswer,
  headers: Record<string, string> = {},
): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  const isBrotli = acceptsBrotli(request)
  const tags = [tagOf(tag, isBrotli), tagOf(tag, !isBrotli)]
  const matching = tags.find((candidate) => namesVersion(known, candidate))
  if (matching === undefined) return false
  void reply
    .code(304)
    .headers({ ...headers, vary: 'Accept-Encoding', etag: matching })
    .send()
  return true
}

export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: StoredAnswer,
): Promise<FastifyReply> {
  if (reply.statusCode === 200 && sendIfKnown(request, reply, answer)) return reply
  const packed = acceptsBrotli(request) ? await answer.brotli() : null
  if (packed) reply.header('content-encoding', 'br')
  return reply
    .headers({ vary: 'Accept-Encoding', etag: tagOf(answer.tag, packed !== null) })
    .type(answer.type)
    .send(packed ?? answer.bytes)
}

function tagOf(tag: string, isBrotli: boolean): string {
  return `"${tag}${isBrotli ? '-br' : ''}"`
}

/** Recognises `br` with a weight above zero (RFC 9110 §12.5.3). */
function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((coding) => {
      const [name, ...parameters] = coding.split(';').map((part) => part.trim())
      return name === 'br' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
}
