/** Renders the fields of a schema as a list; a named object opens in place. */
import { type Html, html, type Part } from '../../html/html.ts'
import { type ApiDocument, nameOf, type Schema } from './api-document.ts'
import { markdown } from './markdown.ts'

/** Renders the fields of an object, of the elements of a list, or of what is not null; null where there are none. */
export function fieldsOf(document: ApiDocument, schema: Schema): Html | null {
  const { properties = {}, required = [] } = resolved(document, innermost(schema))
  const entries = Object.entries(properties)
  if (entries.length === 0) return null
  return html`<ul class="fields">${entries.map(([name, inner]) => field(document, name, inner, required.includes(name)))}</ul>`
}

/** Renders a field or a parameter. */
export function field(
  document: ApiDocument,
  name: string,
  schema: Schema,
  isRequired: boolean,
  description = schema.description,
): Html {
  const bounds = boundsOf(schema)
  const inner = fieldsOf(document, schema)
  return html`<li><p><code class="field-name">${name}</code> <span class="field-type">${typeOf(document, schema)}${isRequired ? null : ', optional'}</span></p>${
    bounds ? html`<p class="field-bounds">${bounds}</p>` : null
  }${description ? html`<div class="prose small">${markdown(description)}</div>` : null}${
    inner &&
    html`<details class="field-inner"><summary>Fields of <code>${name}</code></summary>${inner}</details>`
  }</li>`
}

/** Names the type in words: `string or null`, `array of ListedSession`. */
export function typeOf(document: ApiDocument, schema: Schema): Part {
  const { $ref, type, anyOf, items, format } = schema
  if ($ref) return html`<a href="#shape-${nameOf($ref)}">${nameOf($ref)}</a>`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return listed(schema.enum)
  if (items) return html`array of ${typeOf(document, items)}`
  if (anyOf) {
    const [closed] = anyOf.filter((inner) => inner.enum)
    // An open list: known values and any other text.
    if (closed) return html`${listed(closed.enum ?? [])}, an open list`
    return joined(anyOf.map((inner) => typeOf(document, inner)))
  }
  if (typeof schema.additionalProperties === 'object')
    return html`object whose values are ${typeOf(document, schema.additionalProperties)}`
  if (isUuid(schema)) return 'string (UUID)'
  return format ? `${type ?? 'any'} (${format})` : (type ?? 'any JSON value')
}

function listed(values: readonly unknown[]): Part {
  return html`one of ${values.map((value, index) => html`${index > 0 ? ', ' : null}<code>${String(value)}</code>`)}`
}

function joined(parts: readonly Part[]): Html {
  return html`${parts.map((part, index) => html`${index > 0 ? ' or ' : null}${part}`)}`
}

/** The pattern of a UUID of version 4 says less than its name. */
function isUuid({ pattern }: Schema): boolean {
  return pattern?.startsWith('^[0-9a-f]{8}-[0-9a-f]{4}-4') ?? false
}

function boundsOf(schema: Schema): Html | null {
  if (isUuid(schema)) return null
  const { minLength, maxLength, pattern, minItems, maxItems } = schema
  const parts = [
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'elements'),
    pattern ? html`<code>${pattern}</code>` : null,
  ].filter((part) => part !== null)
  return parts.length > 0
    ? html`${parts.map((part, index) => html`${index > 0 ? ', ' : null}${part}`)}`
    : null
}

function range(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (most === undefined) return null
  return least ? `${least} to ${most} ${unit}` : `at most ${most} ${unit}`
}

function resolved({ components }: ApiDocument, schema: Schema): Schema {
  return (schema.$ref && components.schemas[nameOf(schema.$ref)]) || schema
}

/** Returns the object that an array or a nullable field holds, or the schema itself. */
function innermost(schema: Schema): Schema {
  const { items, anyOf } = schema
  if (items) return innermost(items)
  const [only, ...others] = (anyOf ?? []).filter((inner) => inner.type !== 'null')
  return only && others.length === 0 ? innermost(only) : schema
}
