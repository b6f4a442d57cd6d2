/** Sends public answers that caches may store, and 304 to clients that have the current version. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesVersion } from './versions.ts'

export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
  answer: unknown,
): FastifyReply {
  const text = JSON.stringify(answer)
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  reply.headers({ 'cache-control': `public, max-age=${seconds}`, etag: tag })
  if (namesVersion(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
