/** Converts schemas of the contract to JSON Schema with wire names. */
import type { Route } from '@foyer/contract/routes/route'
import { type Opaque, snakeCase } from '@foyer/contract/wire'
import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { namedSchemas } from './named-schemas.ts'

export type Json = Record<string, unknown>
type Mode = 'input' | 'output'

const schemasByName = Object.fromEntries(
  Object.entries(namedSchemas).map(([name, { schema }]) => [name, schema]),
)
const namesBySchema = new Map(Object.entries(schemasByName).map(([name, schema]) => [schema, name]))

/** Converts the schema of one part of a route; a named schema becomes a reference. */
export function wireSchema(
  schema: GenericSchema,
  mode: Mode,
  { isBare, opaque }: Pick<Route, 'isBare' | 'opaque'>,
): Json {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    ...configOf(mode),
    // The library's own `definitions` would describe every named schema again in each call.
    overrideSchema({ valibotSchema, jsonSchema }) {
      const name = namesBySchema.get(valibotSchema as GenericSchema)
      return name ? { $ref: refOf(name) } : openedSchema(mode, valibotSchema.type, jsonSchema)
    },
  })
  return isBare ? described : (inSnakeCase(described, opaque) as Json)
}

/** Converts every named schema. */
export function namedWireSchemas(): Record<string, Json> {
  const described = { input: definitionsIn('input'), output: definitionsIn('output') }
  return Object.fromEntries(
    Object.entries(namedSchemas).map(([name, { mode, description, isOpaque }]) => {
      const schema = described[mode][name] as Json
      return [name, { description, ...(isOpaque ? schema : (inSnakeCase(schema) as Json)) }]
    }),
  )
}

function definitionsIn(mode: Mode) {
  return toJsonSchemaDefs(schemasByName, {
    ...configOf(mode),
    overrideRef: ({ referenceId }) => refOf(referenceId),
    overrideSchema: ({ valibotSchema, jsonSchema }) => openedSchema(mode, valibotSchema.type, jsonSchema),
  })
}

function configOf(mode: Mode) {
  return {
    target: 'draft-2020-12',
    typeMode: mode,
    errorMode: 'ignore',
    // Metadata says how a form asks for a field, which is not part of JSON Schema.
    ignoreActions: ['metadata'],
  } as const satisfies ConversionConfig
}

function refOf(name: string): string {
  return `#/components/schemas/${name}`
}

/** Allows further fields and values in an answer; returns undefined if the schema does not change. */
function openedSchema(mode: Mode, type: string, schema: JsonSchema): JsonSchema | undefined {
  const { additionalProperties: _, ...open } = schema
  if (type === 'loose_object') return { ...schema, additionalProperties: true }
  if (mode === 'input') return undefined
  if (type === 'strict_object') return open
  return type === 'picklist' ? openEnum(schema.enum ?? []) : undefined
}

/** Allows further values of an enum, so that an older generated client can still read the answer. */
export function openEnum<Value>(values: readonly Value[]) {
  return { anyOf: [{ type: 'string' as const, enum: [...values] }, { type: 'string' as const }] }
}

/** Converts all property names of a schema to snake_case, except inside an opaque field. */
function inSnakeCase(value: unknown, opaque: Opaque = []): unknown {
  if (Array.isArray(value)) return value.map((inner) => inSnakeCase(inner, opaque))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'properties') return [key, renamedKeys(inner as Json, opaque)]
      if (key === 'required' && Array.isArray(inner))
        return [key, inner.map((name) => snakeCase(String(name)))]
      return [key, inSnakeCase(inner, opaque)]
    }),
  )
}

function renamedKeys(properties: Json, opaque: Opaque): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([key, inner]) => {
      const name = snakeCase(key)
      return [name, opaque.includes(name) ? inner : inSnakeCase(inner, opaque)]
    }),
  )
}
