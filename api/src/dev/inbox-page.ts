/** Renders the inbox of development. */
import { escapeHtml } from '../outbox/html-layout.ts'
import type { StoredMessage } from '../outbox/outbox.ts'

export const inboxStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .25rem; }
p { margin: 0; }
.lead { opacity: .75; margin-bottom: 1.5rem; }
article { border: 1px solid light-dark(#d5d9e3, #33405c); border-radius: 12px; padding: 1rem; margin-bottom: 1rem; }
h2 { font-size: 1.125rem; margin: .25rem 0; }
.meta { font-size: .875rem; opacity: .75; }
.code { display: flex; gap: .75rem; align-items: center; margin: .75rem 0 0; }
.code output { font: 700 1.5rem/1.2 ui-monospace, monospace; letter-spacing: .1em; user-select: all; }
button { font: inherit; min-height: 44px; padding: 0 1rem; border: 1px solid light-dark(#767f93, #7a869e);
  border-radius: 8px; background: none; color: inherit; cursor: pointer; }
.parts { display: grid; gap: 1rem; margin-top: .75rem; }
@media (min-width: 60rem) { .parts { grid-template-columns: 1fr 1.25fr; } }
pre { white-space: pre-wrap; font: inherit; margin: 0; }
iframe { width: 100%; height: 30rem; border: 1px solid light-dark(#d5d9e3, #33405c); border-radius: 8px; }
.empty { border: 1px dashed light-dark(#aab1c2, #4a5878); border-radius: 12px; padding: 2rem 1rem; text-align: center; }
`

export const inboxScript = `
document.addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return
  await navigator.clipboard.writeText(target.value)
  target.textContent = 'Copied'
})
`

/** Lists the newest message first and escapes all values. */
export function inboxPage(messages: readonly StoredMessage[], provider: string): string {
  const list =
    messages.length > 0
      ? messages.map(entry).join('')
      : '<p class="empty">No messages yet. Sign up or ask for a code to see one.</p>'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Inbox – ${escapeHtml(provider)}</title><style>${inboxStyle}</style></head>
<body><main><h1>Inbox</h1><p class="lead">Emails and SMS that ${escapeHtml(provider)} sent on this machine, newest first.</p>
${list}</main><script>${inboxScript}</script></body></html>`
}

function entry(message: StoredMessage): string {
  const { id, channel, to, subject, text, html, state, createdAt } = message
  const name = channel === 'email' ? 'Email' : 'SMS'
  const time = `<time datetime="${createdAt.toISOString()}">${createdAt.toUTCString()}</time>`
  const frame = `<iframe src="/dev/inbox/${id}" sandbox loading="lazy" title="${escapeHtml(subject)}"></iframe>`
  return `<article><p class="meta">${name} to ${escapeHtml(to)} · ${time} · ${state}</p>
<h2>${escapeHtml(subject)}</h2>${codeOf(message)}${linkOf(message)}
<div class="parts"><pre>${escapeHtml(text)}</pre>${html ? frame : ''}</div></article>`
}

function codeOf({ template, text }: StoredMessage): string {
  const code = template === 'otp-code' ? /\b[0-9]{6}\b/.exec(text)?.[0] : undefined
  return code
    ? `<p class="code"><output>${code}</output><button type="button" value="${code}">Copy</button></p>`
    : ''
}

/** The frame that shows a mail blocks its links, so the page repeats the link. */
function linkOf({ text }: StoredMessage): string {
  const link = /^https?:\/\/\S+$/m.exec(text)?.[0]
  return link ? `<p class="code"><a href="${escapeHtml(link)}" rel="noreferrer">Open the link</a></p>` : ''
}
