/** Describes the successful answers of a route: a result, a list, a file, or nothing. */
import type { Route } from '@foyer/contract/routes/route'
import { toWire } from '@foyer/contract/wire'
import { type Json, wireSchema } from './wire-schema.ts'

type Examples = { result?: unknown; items?: readonly unknown[] }

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
const etag = { ETag: { $ref: '#/components/headers/ETag' } }

export function successOf(route: Route, examples: Examples): Json {
  if (route.file) return fileAnswers(route)
  const content = contentOf(route, examples)
  if (!content) return { 204: { description: 'Done, without content.', headers: requestId } }
  const headers = { ...requestId, ...(route.version && etag) }
  return {
    200: { description: 'Done.', headers, content },
    ...(route.version === 'read' && {
      304: { description: 'It has not changed, without content.', headers },
    }),
  }
}

function contentOf(route: Route, { result, items }: Examples): Json | null {
  if (route.list) return listContent(route, route.list, items)
  if (!route.result) return null
  const schema = wireSchema(route.result, 'output', route)
  if (route.isBare) return json(schema, result)
  return json(
    { type: 'object', properties: { data: schema }, required: ['data'] },
    result === undefined ? undefined : { data: onWire(route, result) },
  )
}

function listContent(route: Route, item: NonNullable<Route['list']>, items?: readonly unknown[]): Json {
  const properties = {
    data: { type: 'array', items: wireSchema(item, 'output', route) },
    meta: { $ref: '#/components/schemas/PageMeta' },
  }
  const example = items && {
    data: onWire(route, items),
    meta: { page: 1, page_size: 20, total: items.length },
  }
  return json({ type: 'object', properties, required: ['data', 'meta'] }, example)
}

export const pageMetaSchema: Json = {
  description: 'Says which part of a list an answer holds.',
  type: 'object',
  required: ['page', 'page_size', 'total'],
  properties: {
    page: { type: 'integer', description: 'The number of the page, from 1; -1 stands for all entries.' },
    page_size: { type: 'integer', description: 'The most entries of a page; of all entries, their number.' },
    total: { type: 'integer', description: 'The number of entries on all pages.' },
  },
}

/** Describes file answers. Public files are cached by their URL; private files are downloaded. */
function fileAnswers({ file = [], access }: Route): Json {
  const isPublic = access === 'none'
  const content = Object.fromEntries(
    file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
  const disposition = { 'Content-Disposition': { $ref: '#/components/headers/Disposition' } }
  return {
    200: {
      description: isPublic ? 'The file.' : 'The file, to be saved: nothing on the way may store it.',
      headers: { ...requestId, ...(isPublic ? etag : disposition) },
      content,
    },
    ...(isPublic && { 304: { description: 'The browser has the file already.', headers: requestId } }),
    404: { description: 'Not found, without content.', headers: requestId },
  }
}

export function onWire(route: Route, example: unknown): unknown {
  return example === undefined ? undefined : toWire(example, route.opaque)
}

export function json(schema: unknown, example: unknown): Json {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}
