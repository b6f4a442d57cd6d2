/** Describes the parameters of a route in the OpenAPI document. */
import type { Route } from '@foyer/contract/routes/route'
import type { GenericSchema } from 'valibot'
import { type Json, wireSchema } from './wire-schema.ts'

export function parametersOf(
  place: 'path' | 'query',
  schema: GenericSchema | undefined,
  route: Pick<Route, 'isBare' | 'opaque'> = {},
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = wireSchema(schema, 'input', route) as {
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
