/** The contract as an OpenAPI 3.1 document. */
import { allRoutes } from '@foyer/contract/all-routes'
import { errorStatus } from '@foyer/contract/errors'
import type { Route } from '@foyer/contract/route'
import { snakeCase } from '@foyer/contract/wire'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

type Json = Record<string, unknown>

export function describeApi(baseUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of allRoutes) {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => `{${snakeCase(name)}}`)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Foyer', version: '1', description: 'Shared sign-in and accounts.' },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        client: { type: 'http', scheme: 'basic', description: "A platform's client id and secret" },
      },
      schemas: { Failure: failure },
    },
  }
}

function operation(route: Route): Json {
  const parameters = [...parametersOf('path', route.params), ...parametersOf('query', route.query)]
  return {
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'operations'],
    ...(route.access !== 'none' && { security: [{ [route.access === 'client' ? 'client' : 'bearer']: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: json(wireSchema(route.body, 'input')) } }),
    responses: { ...success(route), ...failures(route) },
  }
}

function success(route: Route): Json {
  if (!route.result) return { 204: { description: 'Done' } }
  const result = wireSchema(route.result, 'output')
  const schema = route.isBare ? result : { type: 'object', properties: { data: result }, required: ['data'] }
  return { 200: { description: 'Done', content: json(schema) } }
}

function failures(route: Route): Json {
  const byStatus = Object.groupBy(route.errors, (code) => String(errorStatus(code)))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      { description: codes.join(', '), content: json({ $ref: '#/components/schemas/Failure' }) },
    ]),
  )
}

const failure: Json = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'object',
      required: ['code'],
      properties: {
        code: { type: 'string' },
        detail: { type: 'string' },
        message: { type: 'string' },
        field_errors: {
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
}

function parametersOf(place: 'path' | 'query', schema: GenericSchema | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = wireSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }))
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } }
}

function wireSchema(schema: GenericSchema, typeMode: 'input' | 'output'): unknown {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
  })
  return inSnakeCase(described)
}

/** Property names are spelled as on the wire, wherever they stand in the schema. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'properties') return [key, renamedKeys(inner as Json)]
      if (key === 'required' && Array.isArray(inner))
        return [key, inner.map((name) => snakeCase(String(name)))]
      return [key, inSnakeCase(inner)]
    }),
  )
}

function renamedKeys(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [snakeCase(name), inSnakeCase(inner)]),
  )
}
