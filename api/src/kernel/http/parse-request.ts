/** Parses the params, query and body of a request against the schemas of its route, strictly. */
import type { FieldErrors } from '@foyer/contract/errors'
import type { Given, Route } from '@foyer/contract/routes/route'
import { fromWire } from '@foyer/contract/wire'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Failure } from '../failure.ts'
import { allFaultsMaxValues } from '../limits/connection-bounds.ts'
import { countRead } from './connection/json-bodies.ts'

/**
 * Checks params, query and body against the route's schemas. Throws `invalid-request` with all faults of all parts. A
 * part with very many values reports only its first fault.
 */
export function parseRequest<R extends Route>(route: R, request: FastifyRequest): Given<R> {
  const given: Record<string, unknown> = {}
  // Has no prototype, because a field may be named `constructor`.
  const fields: FieldErrors = Object.create(null)
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part]
    // Params take their names from the route's path, in camelCase; query and body arrive in wire spelling.
    const received = part === 'params' ? request.params : fromWire(request[part] ?? {}, route.opaque)
    if (!schema) {
      refuseUnexpected(part, received, fields)
      continue
    }
    const abortEarly = countRead(received, allFaultsMaxValues).values > allFaultsMaxValues
    const parsed = v.safeParse(schema, received, { abortEarly, abortPipeEarly: true })
    if (parsed.success) given[part] = parsed.output
    else for (const issue of parsed.issues) fields[v.getDotPath(issue) ?? part] ??= [issue.message]
  }
  if (Object.keys(fields).length > 0) {
    throw new Failure('invalid-request', {
      fields: Object.fromEntries(Object.entries(fields).map(([name, [sentence = '']]) => [name, sentence])),
    })
  }
  return given as Given<R>
}

/** Reports only the first unknown name, as the schemas do: a URL can contain thousands. */
function refuseUnexpected(part: string, received: unknown, fields: FieldErrors): void {
  const isObject = typeof received === 'object' && received !== null && !Array.isArray(received)
  const name = isObject ? Object.keys(received)[0] : part
  if (name !== undefined) fields[name] = ['Unknown field']
}
