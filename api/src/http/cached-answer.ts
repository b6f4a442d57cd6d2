/** Answers that anybody may keep for a while, and that are not sent again to whoever has them. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
  answer: unknown,
): FastifyReply {
  const text = JSON.stringify(answer)
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  reply.headers({ 'cache-control': `public, max-age=${seconds}`, etag: tag })
  if (tagsIn(request.headers['if-none-match']).includes(tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

/** Proxies that compress mark a tag as weak. */
function tagsIn(header: string | undefined): string[] {
  return (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}
