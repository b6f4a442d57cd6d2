/** Renders the pages of the stand-ins: a title, a lead and content, without JavaScript. */
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Html, html } from './html.ts'

type Page = { title: string; lead: string; content: Html; status?: number; headers?: Record<string, string> }

export function sendPage(
  response: ServerResponse,
  { title, lead, content, status = 200, headers }: Page,
): void {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head>
<body><main><h1>${title}</h1><p class="lead">${lead}</p>${content}</main></body></html>`
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(page.text)
}

export function sendProblem(response: ServerResponse, status: number, problem: string): void {
  sendPage(response, { title: 'This did not work', lead: problem, content: html``, status })
}

const style = html.raw(`*{box-sizing:border-box}
:root{color-scheme:light dark;font:400 100%/1.5 system-ui,sans-serif;--ink:light-dark(#1b2230,#eef1f7);--muted:light-dark(#566077,#aab4c8);
--line:light-dark(#8b95a8,#6d788e);--ground:light-dark(#f3f4f7,#12161f);--card:light-dark(#fff,#1b212d);--accent:light-dark(#1f4fbf,#9bb9ff);--on-accent:light-dark(#fff,#0d1320)}
body{margin:0;min-height:100dvh;padding:1rem;background:var(--ground);color:var(--ink);overflow-wrap:anywhere}
main{max-inline-size:30rem;margin:0 auto;padding:clamp(1.25rem,5vw,2.5rem);border-radius:1.25rem;background:var(--card)}
h1{margin:0;font-size:1.625rem;line-height:1.25;letter-spacing:-.015em}
h2{margin:2rem 0 .75rem;font-size:1.0625rem}
p{margin:.5rem 0}
.lead,.hint,dt{color:var(--muted)}
.hint{font-size:.875rem}
a{color:var(--accent)}
form{margin:0}
ul{list-style:none;margin:1.5rem 0 0;padding:0;border-block-start:1px solid var(--line)}
li{border-block-end:1px solid var(--line)}
li form{display:block}
.person{display:grid;inline-size:100%;padding:.75rem .5rem;border:0;border-radius:.5rem;background:none;color:inherit;font:inherit;text-align:start;cursor:pointer}
.person:hover{background:var(--ground)}
.person span{color:var(--muted);font-size:.875rem}
.person b{font-weight:600}
.fields{display:grid;gap:.875rem}
.field{display:grid;gap:.25rem}
label{font-weight:600}
input[type=text],input[type=email]{inline-size:100%;min-block-size:2.75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);color:inherit;font:inherit}
.check{display:flex;gap:.625rem;align-items:center;min-block-size:1.75rem}
.check label{font-weight:400}
input[type=checkbox]{inline-size:1.25rem;block-size:1.25rem;margin:0;flex:none;accent-color:var(--accent)}
.button{min-block-size:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--accent);border-radius:.5rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
.quiet{inline-size:100%;border-color:var(--line);background:none;color:inherit}
.deny{margin-block-start:1.5rem}
dd{margin:0 0 .75rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`)

const styleHash = createHash('sha256').update(style.text).digest('base64')
// Has no form-action, because browsers apply it to redirects too, and the answer to the form redirects to Foyer.
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`
