/** Schemas of the contract as JSON Schema, spelled as on the wire. */
import { snakeCase } from '@foyer/contract/wire'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

export type Json = Record<string, unknown>

export function wireSchema(schema: GenericSchema, typeMode: 'input' | 'output'): Json {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
  })
  return inSnakeCase(described) as Json
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
