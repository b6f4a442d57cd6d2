/** Renders the refusals that the OpenAPI document gives as examples: status, code and sentence. */
import { type Html, html } from '../../html/html.ts'
import { type ApiDocument, endpointsOf, jsonOf, type Operation } from './api-document.ts'

export type Refusal = { status: string; code: string; sentence: string }

/** Codes that every route of the API can answer. */
export const generalCodes: ReadonlySet<string> = new Set([
  'invalid-request',
  'unreadable-request',
  'origin-not-allowed',
  'too-large',
  'unsupported-media',
  'unexpected',
  'overloaded',
])

export function refusalsOf(responses: Operation['responses']): Refusal[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    Object.entries(jsonOf(response)?.examples ?? {}).map(([code, example]) => {
      const { errors } = (example as { value: { errors: { message: string } } }).value
      return { status, code, sentence: errors.message }
    }),
  )
}

/** Returns every refusal of the API once, by status. */
export function allRefusals(document: ApiDocument): Refusal[] {
  const byCode = new Map(
    endpointsOf(document)
      .flatMap(({ responses }) => refusalsOf(responses))
      .map((refusal) => [refusal.code, refusal]),
  )
  return [...byCode.values()].sort((one, other) => Number(one.status) - Number(other.status))
}

export function refusalTable(refusals: readonly Refusal[]): Html {
  const rows = refusals.map(
    ({ status, code, sentence }) =>
      html`<tr><td>${status}</td><td><code>${code}</code></td><td>${sentence}</td></tr>`,
  )
  return html`<table class="refusals"><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Sentence for users</th></tr></thead><tbody>${rows}</tbody></table>`
}
