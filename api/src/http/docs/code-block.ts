/** Renders blocks of code with a button to copy them, and marks the parts of JSON. */
import { Html, html } from '../../html/html.ts'

export function codeBlock(caption: string, code: string): Html {
  return figure(caption, html`${code}`)
}

export function jsonBlock(caption: string, json: string): Html {
  return figure(caption, highlighted(json))
}

/** The script of the page shows the button, which does nothing without it. */
function figure(caption: string, content: Html): Html {
  return html`<figure class="code"><figcaption>${caption}</figcaption><button class="button button-small" type="button" data-copy hidden>Copy</button><pre><code>${content}</code></pre></figure>
`
}

// The closing quote is optional, so that the pattern takes linear time.
const jsonPart = /("(?:[^"\\]|\\.)*"?)(:)?|\b(?:true|false|null|\d+)\b/g

function highlighted(json: string): Html {
  const parts: Html[] = []
  let end = 0
  for (const match of json.matchAll(jsonPart)) {
    const [whole, text, colon] = match
    parts.push(html`${json.slice(end, match.index)}`)
    const kind = text === undefined ? 'literal' : colon ? 'key' : 'string'
    parts.push(html`<span class="json-${kind}">${text ?? whole}</span>${colon ?? null}`)
    end = match.index + whole.length
  }
  return new Html([...parts, html`${json.slice(end)}`].map(({ text }) => text).join(''))
}
