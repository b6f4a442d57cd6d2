/** Sends results that match the contract. Any other result is a fault of the service and is never sent. */
import type { Route } from '@foyer/contract/routes/route'
import { toWire } from '@foyer/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type FileAnswer, sendFile } from './file-answer.ts'
import { namesVersion, versionOf } from './versions.ts'

type Results = {
  send(request: FastifyRequest, reply: FastifyReply, result: unknown): unknown
  /** Returns the JSON of a result; throws if the result does not match the contract. */
  textOf(result: unknown): string
}

export function createResults(route: Route): Results {
  const schema = route.list ? pageOf(route.list) : route.result
  return {
    send(request, reply, result) {
      if (route.file) return sendFile(request, reply, result as FileAnswer | null)
      if (!schema) return reply.code(204).send()
      const fit = checked(route, schema, result)
      if (route.version && isKnown(route, request, reply, fit)) return reply.code(304).send()
      return reply.send(answerOf(route, fit))
    },
    textOf: (result) => JSON.stringify(answerOf(route, schema && checked(route, schema, result))),
  }
}

function checked(route: Route, schema: v.GenericSchema, result: unknown): unknown {
  const { success, output, issues } = v.safeParse(schema, result)
  if (success) return output
  throw new Error(`${route.path} answers unlike its contract: ${v.getDotPath(issues[0]) ?? 'data'}`)
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

/** Sets the ETag, and returns true if the client's `If-None-Match` names it, so that 304 answers a read. */
function isKnown({ version }: Route, { headers }: FastifyRequest, reply: FastifyReply, result: unknown) {
  const tag = versionOf(result)
  reply.header('etag', tag)
  return version === 'read' && namesVersion(headers['if-none-match'], tag)
}
