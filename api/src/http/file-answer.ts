/** Sends files, whose address names their content: browsers keep them for a year, and get 304 for those they have. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tagsIn } from './cached-answer.ts'

export type FileAnswer = {
  type: string
  /** In bytes. */
  length: number
  body: Readable
  /** Names the content; the ETag. */
  tag: string
}

/** Answers null with 404 and an empty body. The auto-created HEAD route drops the body. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer | null,
): FastifyReply {
  if (!file) {
    reply.callNotFound()
    return reply
  }
  const tag = `"${file.tag}"`
  reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: tag })
  if (tagsIn(request.headers['if-none-match']).includes(tag)) {
    file.body.destroy()
    return reply.code(304).send()
  }
  return reply.type(file.type).header('content-length', file.length).send(file.body)
}
