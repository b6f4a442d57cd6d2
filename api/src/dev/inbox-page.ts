import type { StoredMessage } from '../outbox/outbox.ts'

export const inboxStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .25rem; }
p { margin: 0; }
.lead { opacity: .75; margin-bottom: 1.5rem; }
article { border: 1px solid light-dark(#d5d9e3, #33405c); border-radius: 12px; padding: 1rem; margin-bottom: 1rem; }
h2 { font-size: 1.125rem; margin: .25rem 0; }
.meta { font-size: .875rem; opacity: .75; }
pre { white-space: pre-wrap; font: inherit; margin: .75rem 0 0; }
.empty { border: 1px dashed light-dark(#aab1c2, #4a5878); border-radius: 12px; padding: 2rem 1rem; text-align: center; }
`

/** Newest first; everything that came from outside is escaped. */
export function inboxPage(messages: readonly StoredMessage[], provider: string): string {
  const list =
    messages.length > 0 ? messages.map(entry).join('') : '<p class="empty">Nothing was sent yet.</p>'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Inbox – ${escaped(provider)}</title><style>${inboxStyle}</style></head>
<body><main><h1>Inbox</h1><p class="lead">Messages ${escaped(provider)} sent on this machine, newest first.</p>
${list}</main></body></html>`
}

function entry({ medium, to, subject, text, createdAt }: StoredMessage): string {
  const name = medium === 'email' ? 'Mail' : 'SMS'
  return `<article><p class="meta">${name} to ${escaped(to)} · <time datetime="${createdAt.toISOString()}">${createdAt.toUTCString()}</time></p>
<h2>${escaped(subject)}</h2><pre>${escaped(text)}</pre></article>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
