/** Renders the development inbox: the list of messages and one message. */
import { Html, html } from '../../kernel/html/html.ts'
import { type FramedPage, framePage } from '../../kernel/html/page-frame.ts'
import type { StoredMessage } from '../../messages/outbox.ts'
import { inboxScript } from './inbox-script.browser.js'
import { inboxStyle } from './inbox-style.ts'

const listedMessages = 100

type InboxView = {
  /** Newest first. */
  messages: readonly StoredMessage[]
  /** The requested message. Without one, a wide screen shows the newest message, and a narrow screen the list. */
  id: string | null
  /** The part of a recipient that filters the list. */
  to: string
  provider: string
}

export function inboxPage(view: InboxView): FramedPage {
  const { messages, id, to, provider } = view
  const listed = messages
    .filter((message) => message.to.toLowerCase().includes(to.trim().toLowerCase()))
    .slice(0, listedMessages)
  const shown = id === null ? listed[0] : messages.find((message) => message.id === id)
  return framePage({
    title: `Inbox – ${provider}`,
    name: 'Inbox',
    links: [
      { href: '/dev/inbox', text: 'Inbox', isHere: true },
      { href: '/docs', text: 'API' },
      { href: '/', text: 'Sign in' },
    ],
    style: inboxStyle,
    script: inboxScript,
    content: html`<main id="main" class="inbox" data-view="${id === null ? 'list' : 'message'}" tabindex="-1">
<div class="list">
<h1>Inbox</h1>
<p class="muted small">Emails and SMS that ${provider} sent on this machine, newest first.</p>
${filterForm(messages, to)}
<ol id="messages">${listed.map((message) => item(message, { to, isShown: message === shown }))}</ol>
${emptyState(messages.length, listed.length)}
<p class="visually-hidden" id="status" role="status"></p>
</div>
<section class="message" id="message" aria-label="Message" tabindex="0">${shown ? letter(shown, to) : nothing(id)}</section>
</main>`,
  })
}

function filterForm(messages: readonly StoredMessage[], to: string): Html {
  const recipients = [...new Set(messages.map((message) => message.to))].sort()
  return html`<form class="filter" role="search" action="/dev/inbox"><div class="field"><label for="to">Recipient</label><input class="input" id="to" name="to" type="search" value="${to}" list="recipients" autocomplete="off" spellcheck="false"><datalist id="recipients">${recipients.map(
    (recipient) => html`<option value="${recipient}"></option>`,
  )}</datalist></div><button class="button" type="submit">Filter</button></form>`
}

function emptyState(all: number, listed: number): Html | null {
  if (listed > 0) return null
  const text =
    all === 0 ? 'No messages yet. Sign up or ask for a code to see one.' : 'No message to this recipient.'
  return html`<p class="empty" id="empty">${text}</p>`
}

function nothing(id: string | null): Html | null {
  return id === null
    ? null
    : html`<p class="empty">This message isn’t in the inbox any more. <a href="/dev/inbox">Show all messages</a></p>`
}

function item(message: StoredMessage, { to, isShown }: { to: string; isShown: boolean }): Html {
  const href = `/dev/inbox?${new URLSearchParams({ ...(to && { to }), message: message.id })}`
  return html`<li data-id="${message.id}"><a href="${href}"${isShown ? html` aria-current="true"` : null}><span class="item-title">${titleOf(message)}</span> <span class="item-to">${message.to}</span> <span class="item-meta">${nameOf(message)} · ${timeOf(message)} · ${message.state}</span></a></li>
`
}

/** An SMS has no subject, so its list entry begins with its text. */
function titleOf({ channel, subject, text }: StoredMessage): string {
  return channel === 'email' ? subject : text
}

function letter(message: StoredMessage, to: string): Html {
  const { id, channel, subject, text, html: mail, template } = message
  const back = to ? `/dev/inbox?${new URLSearchParams({ to })}` : '/dev/inbox'
  const heading = channel === 'email' ? subject : `SMS to ${message.to}`
  const frame = html`<iframe src="/dev/inbox/${id}" sandbox="allow-same-origin" title="Email: ${subject}"></iframe>
<details><summary>Plain text</summary><pre>${text}</pre></details>`
  return html`<article data-id="${id}">
<a class="back" href="${back}">All messages</a>
<header><h2 id="message-title" tabindex="-1">${heading}</h2>
<dl><div><dt>To</dt><dd>${message.to}</dd></div><div><dt>Sent by</dt><dd>${nameOf(message)}</dd></div><div><dt>Time</dt><dd>${timeOf(message)}</dd></div><div><dt>Template</dt><dd>${template}</dd></div><div><dt>State</dt><dd>${message.state}</dd></div></dl>
${actions(message)}</header>
${mail ? frame : html`<div class="phone"><p class="bubble">${text}</p></div>`}
</article>`
}

/** The frame of a mail blocks its links and scripts, so the page repeats link and code. It shares the origin, so that the page can read its height. */
function actions({ template, text }: StoredMessage): Html | null {
  const code = template === 'otp-code' ? /\b[0-9]{6}\b/.exec(text)?.[0] : undefined
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!code && !link) return null
  return html`<p class="actions">${
    code
      ? html`<output>${code}</output><button class="button" type="button" value="${code}">Copy the code</button>`
      : null
  }${link ? html`<a class="button button-primary" href="${link}" rel="noreferrer">Open the link</a>` : null}</p>`
}

function nameOf({ channel }: StoredMessage): string {
  return channel === 'email' ? 'Email' : 'SMS'
}

/** Formats a local time; adds the day unless it is today. */
function timeOf({ createdAt }: StoredMessage): Html {
  const isToday = createdAt.toDateString() === new Date().toDateString()
  const day = isToday ? '' : `${createdAt.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, `
  const time = createdAt.toLocaleTimeString('en-GB')
  return new Html(`<time datetime="${createdAt.toISOString()}">${day}${time}</time>`)
}
