/** Renders the form that sends a request of an endpoint from the reader's browser. The script of the page shows it. */
import { type Html, html } from '../../html/html.ts'
import { type Endpoint, jsonOf, parametersOf, uploadOf } from './api-document.ts'

export function tryForm(endpoint: Endpoint): Html {
  const { operationId: id, method, path, summary, security } = endpoint
  const schemes = security.flatMap(Object.keys)
  const example = jsonOf(endpoint.requestBody)?.example
  return html`<details class="try" data-script hidden><summary>Try it<span class="visually-hidden">: ${summary}</span></summary>
<form data-method="${method}" data-path="${path}">
${schemes.includes('bearer') ? input(id, 'token', 'Access token') : null}
${schemes.includes('client') ? html`${input(id, 'client-id', 'Client id')}${input(id, 'client-secret', 'Client secret', 'password')}` : null}
${parametersOf(endpoint).map((parameter) =>
  input(id, `${parameter.in}:${parameter.name}`, parameter.name, 'text', parameter.required),
)}
${uploadOf(endpoint.requestBody) ? input(id, 'file', 'File', 'file', true) : null}
${
  example === undefined
    ? null
    : html`<div class="field"><label for="${id}-body">Body</label><textarea class="input" id="${id}-body" name="body" rows="${lines(example)}" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea></div>`
}
<div class="try-send"><button class="button button-primary" type="submit">Send</button><span class="muted small">A real request, from this browser.</span></div>
<output class="try-status"></output>
<pre class="try-answer" hidden></pre>
</form></details>
`
}

function input(id: string, name: string, label: string, type = 'text', isRequired = false): Html {
  const inputId = `${id}-${name.replace(':', '-')}`
  return html`<div class="field"><label for="${inputId}">${label}</label><input class="input" id="${inputId}" name="${name}" type="${type}" autocomplete="off" spellcheck="false"${isRequired ? html` required` : null}></div>`
}

function lines(example: unknown): number {
  return Math.min(16, JSON.stringify(example, null, 2).split('\n').length)
}
