/** Renders the API reference at /docs from the OpenAPI document. */

import { type Html, html } from '../../html/html.ts'
import { type FramedPage, framePage } from '../../html/page-frame.ts'
import { type ApiDocument, type Endpoint, endpointsOf, type Schema } from './api-document.ts'
import { arcade } from './arcade.ts'
import { docsFrame, type Release } from './docs-frame.ts'
import { endpointSection, methodBadge } from './endpoint-section.ts'
import { markdown } from './markdown.ts'
import { allRefusals, refusalTable } from './refusals.ts'
import { field, fieldsOf, typeOf } from './schema-fields.ts'

export function referencePage(document: ApiDocument, release: Release): FramedPage {
  const endpoints = endpointsOf(document)
  const sections = document.tags.map((tag) => ({
    ...tag,
    id: tag.name.toLowerCase().replaceAll(' ', '-'),
    endpoints: endpoints.filter(({ tags }) => tags.includes(tag.name)),
  }))
  const content = html`${hero(document, release)}
${steps(document)}
<section id="conventions" aria-labelledby="conventions-title"><h2 id="conventions-title">Conventions</h2>
<div class="prose">${markdown(document.info.description)}</div>
<h3 id="headers">Optional headers</h3><ul class="fields prose">${Object.values(
    document.components.parameters,
  ).map(({ name, schema, description }) => field(document, name, schema, false, description))}</ul></section>
${access(document)}
${sections.map(
  ({ id, name, description, endpoints }) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${name}</h2><div class="prose lead">${markdown(description)}</div>
${endpoints.map((endpoint) => endpointSection(document, endpoint))}</section>
`,
)}
<section id="errors" aria-labelledby="errors-title"><h2 id="errors-title">Errors</h2>
<p class="prose lead">A refusal is <code>{"errors": {"code", "message"}}</code>. Show the sentence to users, and decide by the code: it keeps its meaning.</p>
${refusalTable(allRefusals(document))}</section>
${shapes(document)}`
  return framePage(
    docsFrame({ title: 'Foyer API', path: '/docs', contents: contents(sections), content, release }),
  )
}

function hero({ servers }: ApiDocument, { version, build }: Release): Html {
  return html`<div class="hero"><div class="hero-text">
<h1>Foyer API</h1>
<p class="lead">Shared sign-in and accounts for a family of platforms.</p>
<p class="hero-links"><a class="button button-primary" href="/docs/guide">Connect a platform</a> <a class="button" href="/openapi.json">openapi.json</a></p>
<dl class="facts"><div><dt>Base URL</dt><dd><code>${servers[0]?.url ?? ''}</code></dd></div><div><dt>Version</dt><dd><code>${version}</code></dd></div><div><dt>Build</dt><dd><code>${build}</code></dd></div></dl>
</div>${arcade}</div>`
}

/** Lists the calls of a platform's server in order. Foyer's own pages call the other routes. */
function steps({ servers }: ApiDocument): Html {
  const base = servers[0]?.url ?? ''
  return html`<section id="start" aria-labelledby="start-title"><h2 id="start-title">What a platform calls</h2>
<p class="prose lead">A platform needs one redirect and three routes; Foyer’s own pages call the others. <a href="/docs/guide">The guide</a> has a whole platform to copy.</p>
<ol class="steps">
<li><h3>Send the browser to Foyer</h3><p><code>${base}/?platform=student&amp;redirect-url=…&amp;code_challenge=…&amp;code_challenge_method=S256</code></p></li>
<li><h3><a href="#exchangeCode">Redeem the code</a></h3><p>The browser comes back with a <code>code</code>, valid for a minute. Your server exchanges it for a session and its user.</p></li>
<li><h3><a href="#getJwks">Verify access tokens</a></h3><p>They are JWTs. Check them with the public keys, without asking Foyer.</p></li>
<li><h3><a href="#refreshToken">Renew the session</a>, <a href="#logout">end it</a></h3><p>An access token is valid for minutes. A 401 at renewal means that the session is over.</p></li>
</ol></section>`
}

function access({ components }: ApiDocument): Html {
  const { bearer, client } = components.securitySchemes
  return html`<section id="access" aria-labelledby="access-title"><h2 id="access-title">Credentials</h2>
<h3>Access token</h3><div class="prose">${markdown(bearer?.description ?? '')}</div>
<h3>Client id and secret</h3><div class="prose">${markdown(client?.description ?? '')}</div></section>`
}

function shapes(document: ApiDocument): Html {
  const entries = Object.entries(document.components.schemas)
  return html`<section id="shapes" aria-labelledby="shapes-title"><h2 id="shapes-title">Shapes</h2>
${entries.map(([name, schema]) => shape(document, name, schema))}</section>`
}

function shape(document: ApiDocument, name: string, schema: Schema): Html {
  return html`<section class="shape" id="shape-${name}"><h3><a class="anchor" href="#shape-${name}"><code>${name}</code></a></h3>
<div class="prose">${markdown(schema.description ?? '')}</div>${
    fieldsOf(document, schema) ?? html`<p class="field-type">${typeOf(document, schema)}</p>`
  }</section>`
}

function contents(sections: readonly { id: string; name: string; endpoints: readonly Endpoint[] }[]): Html {
  return html`<div class="field filter" data-script hidden><label for="filter">Filter routes</label><input class="input" id="filter" type="search" autocomplete="off" spellcheck="false"></div>
<ul>
<li><a href="#start">What a platform calls</a></li>
<li><a href="#conventions">Conventions</a></li>
<li><a href="#access">Credentials</a></li>
</ul>
${sections.map(
  ({ id, name, endpoints }) =>
    html`<div class="contents-group"><p><a href="#${id}">${name}</a></p><ul>${endpoints.map(
      ({ operationId, method, path, summary }) =>
        html`<li data-text="${`${summary} ${method} ${path} ${operationId}`.toLowerCase()}"><a href="#${operationId}">${methodBadge(method)}<span>${shortened(summary)}</span></a></li>`,
    )}</ul></div>`,
)}
<ul><li><a href="#errors">Errors</a></li><li><a href="#shapes">Shapes</a></li></ul>`
}

/** Returns the first clause of a summary. */
function shortened(summary: string): string {
  return summary.split(/[;:,]/, 1)[0] ?? summary
}
