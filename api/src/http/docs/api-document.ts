/** Types the parts of our OpenAPI document that /docs shows. */

export type ApiDocument = {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    securitySchemes: Record<string, { description: string }>
  }
}

export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: (Parameter | Ref)[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

export type Schema = {
  $ref?: string
  type?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  minItems?: number
  maxItems?: number
}

type Ref = { $ref: string }
type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, unknown> }>

/** An operation with the method and path under which the document lists it. */
export type Endpoint = Operation & { method: string; path: string }

export function endpointsOf({ paths }: ApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}

/** Returns the parameters that belong to this operation alone, in its path and query. */
export function parametersOf({ parameters = [] }: Operation): Parameter[] {
  return parameters.flatMap((parameter) => ('$ref' in parameter ? [] : [parameter]))
}

/** Returns the optional headers of an operation, which several operations share. */
export function headersOf({ components }: ApiDocument, { parameters = [] }: Operation): Parameter[] {
  return parameters.flatMap((parameter) =>
    '$ref' in parameter ? (components.parameters[nameOf(parameter.$ref)] ?? []) : [],
  )
}

export function jsonOf(part: { content?: Content } | undefined): Content[string] | undefined {
  return part?.content?.['application/json']
}

export function formOf(part: { content?: Content } | undefined): Content[string] | undefined {
  return part?.content?.['application/x-www-form-urlencoded']
}

export function uploadOf(part: { content?: Content } | undefined): Content[string] | undefined {
  return part?.content?.['multipart/form-data']
}

/** Returns the last part of a reference: the name of a component. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
