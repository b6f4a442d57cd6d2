/** Sends results that fit the contract. Any other is a fault of the service, and is never sent. */
import type { Route } from '@foyer/contract/routes/route'
import { toWire } from '@foyer/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { sendCached } from './cached-answer.ts'
import { type FileAnswer, sendFile } from './file-answer.ts'
import { namesVersion, versionOf } from './versions.ts'

export type SendResult = (request: FastifyRequest, reply: FastifyReply, result: unknown) => unknown

export function createSendResult(route: Route): SendResult {
  const schema = route.list ? pageOf(route.list) : route.result
  return (request, reply, result) => {
    if (route.file) return sendFile(request, reply, result as FileAnswer | null)
    if (!schema) return reply.code(204).send()
    const checked = v.safeParse(schema, result)
    if (!checked.success)
      throw new Error(
        `${route.path} answers unlike its contract: ${v.getDotPath(checked.issues[0]) ?? 'data'}`,
      )
    if (route.version && isKnown(route, request, reply, checked.output)) return reply.code(304).send()
    const answer = answerOf(route, checked.output)
    return route.cacheSeconds ? sendCached(request, reply, route.cacheSeconds, answer) : reply.send(answer)
  }
}

function pageOf(item: v.GenericSchema) {
  const whole = v.pipe(v.number(), v.safeInteger())
  return v.strictObject({ items: v.array(item), page: whole, pageSize: whole, total: whole })
}

function answerOf(route: Route, result: unknown): unknown {
  if (route.isBare) return result
  if (!route.list) return { data: toWire(result, route.opaque) }
  const { items, ...meta } = result as { items: unknown[] }
  return { data: toWire(items, route.opaque), meta: toWire(meta) }
}

/** Names the version of the answer, and returns whether the client that reads it has it already. */
function isKnown({ version }: Route, { headers }: FastifyRequest, reply: FastifyReply, result: unknown) {
  const tag = versionOf(result)
  reply.header('etag', tag)
  return version === 'read' && namesVersion(headers['if-none-match'], tag)
}
