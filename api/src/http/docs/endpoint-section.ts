/** Renders one endpoint: purpose, access, fields, errors, examples, and a form to try it. */
import { type Html, html } from '../../html/html.ts'
import {
  type ApiDocument,
  type Endpoint,
  formOf,
  headersOf,
  jsonOf,
  type Parameter,
  parametersOf,
  type Schema,
  uploadOf,
} from './api-document.ts'
import { codeBlock, jsonBlock } from './code-block.ts'
import { curlCommand } from './curl.ts'
import { markdown } from './markdown.ts'
import { generalCodes, refusalsOf, refusalTable } from './refusals.ts'
import { field, fieldsOf, typeOf } from './schema-fields.ts'
import { tryForm } from './try-form.ts'

export function endpointSection(document: ApiDocument, endpoint: Endpoint): Html {
  const { operationId: id, method, path, summary, description } = endpoint
  const answer = jsonOf(endpoint.responses[200])
  return html`<section class="endpoint" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a class="anchor" href="#${id}">${summary}</a></h3>
<p class="route">${methodBadge(method)} <code>${pathWithBreaks(path)}</code></p>
<div class="endpoint-columns">
<div class="endpoint-text">
<div class="prose">${markdown(description)}</div>
${accessOf(endpoint)}
${headerList(headersOf(document, endpoint))}
${parameterList(document, parametersOf(endpoint))}
${bodyFields(document, 'Request body', jsonOf(endpoint.requestBody)?.schema)}
${bodyFields(document, 'Form', formOf(endpoint.requestBody)?.schema)}
${bodyFields(document, 'Form with a file', uploadOf(endpoint.requestBody)?.schema)}
${answerFields(document, answer?.schema)}
${errorTable(endpoint)}
</div>
<div class="endpoint-examples">
${codeBlock('Request', curlCommand(document, endpoint))}
${answer?.example === undefined ? html`<p class="no-content">${answerInWords(endpoint)}</p>` : jsonBlock('Answer 200', JSON.stringify(answer.example, null, 2))}
${endpoint.responses[303] ? null : tryForm(endpoint)}
</div>
</div>
</section>
`
}

export function methodBadge(method: string): Html {
  return html`<span class="method method-${method.toLowerCase()}">${method}</span>`
}

/** A narrow screen breaks a path after its slashes. */
export function pathWithBreaks(path: string): Html {
  return html`${path.split(/(?<=\/)(?=.)/).map((part, index) => html`${index > 0 ? wordBreak : null}${part}`)}`
}

const wordBreak = html`<wbr>`

function accessOf({ security }: Endpoint): Html {
  const schemes = security.flatMap(Object.keys)
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0)
  const text =
    schemes[0] === 'bearer'
      ? html`<a href="#access">Access token</a> of the user${isOptional ? ', if signed in' : null}`
      : schemes[0] === 'client'
        ? html`<a href="#access">Client id and secret</a>${isOptional ? ', for sessions of a platform' : null}`
        : html`none`
  return html`<p class="access"><span class="access-label">Credentials</span> ${text}</p>`
}

function headerList(headers: readonly Parameter[]): Html | null {
  if (headers.length === 0) return null
  const names = headers.map(
    ({ name }, index) => html`${index > 0 ? ', ' : null}<a href="#headers"><code>${name}</code></a>`,
  )
  return html`<p class="access"><span class="access-label">Optional headers</span> ${names}</p>`
}

function parameterList(document: ApiDocument, parameters: readonly Parameter[]): Html | null {
  if (parameters.length === 0) return null
  return html`<h4>Parameters</h4><ul class="fields">${parameters.map(
    ({ name, in: place, required, schema }) => field(document, name, schema, required, `In the ${place}.`),
  )}</ul>`
}

function bodyFields(document: ApiDocument, title: string, schema: Schema | undefined): Html | null {
  if (!schema) return null
  const fields = fieldsOf(document, schema)
  const type = schema.properties ? null : html`<p class="field-type">${typeOf(document, schema)}</p>`
  return html`<h4>${title}</h4>${type}${fields}`
}

/** A result is in `data`, which the introduction says once; its fields begin there. A list has its page in `meta`. */
function answerFields(document: ApiDocument, schema: Schema | undefined): Html | null {
  const { data, meta } = schema?.properties ?? {}
  const title = meta ? 'Answer, a list in data and its page in meta' : data ? 'Answer, in data' : 'Answer'
  return bodyFields(document, title, data ?? schema)
}

/** Describes an answer without an example. A page-like route answers with a redirect. */
function answerInWords({ responses }: Endpoint): string {
  if (responses[303]) return 'Answers 303 without content.'
  const types = Object.keys(responses[200]?.content ?? {})
  if (types.length === 0) return 'Answers 204 without content.'
  return types.includes('application/json')
    ? 'Answers with a JSON document.'
    : `Answers with a file: ${types.join(' or ')}.`
}

/** Lists the refusals of this route alone; those of every route have a section of their own. */
function errorTable({ responses }: Endpoint): Html {
  const redirect = responses[303]
  if (redirect) return html`<h4>Answer 303</h4><div class="prose">${markdown(redirect.description)}</div>`
  const refusals = refusalsOf(responses).filter(({ code }) => !generalCodes.has(code))
  const others = html`<p class="small errors-elsewhere"><a href="#errors">Errors of every route</a></p>`
  return html`<h4>Errors</h4>${refusals.length > 0 ? refusalTable(refusals) : null}${others}`
}
