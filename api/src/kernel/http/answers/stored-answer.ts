/**
 * Sends answers that are the same for everybody from memory: each is made once and compressed once, so a request costs
 * neither memory nor a look-up, and 304 to a client that has it.
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
  /** Compresses on first use; null for content that does not get smaller. */
  brotli(): Promise<Buffer | null>
  /** Names the content, without the suffix of an encoding. */
  tag: string
}

const compress = promisify(brotliCompress)

export const jsonType = 'application/json; charset=utf-8'

/** `compressed` is the content as the build has compressed it, null where the build left it as it is. */
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

/** Answers 304 where the client has this answer; otherwise leaves the request unanswered and returns false. */
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
