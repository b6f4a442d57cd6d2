/** Serves the inbox of development to engineers and tests. Never mounted in production. */
import { createHash } from 'node:crypto'
import { toWire } from '@foyer/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { StoredMessage } from '../outbox/outbox.ts'
import type { Services } from '../services.ts'
import { inboxPage, inboxScript, inboxStyle } from './inbox-page.ts'

const shownMessages = 100

const pagePolicy = [
  "default-src 'none'",
  `style-src '${hashOf(inboxStyle)}'`,
  `script-src '${hashOf(inboxScript)}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Allows a mail its styles and nothing else, also when it is opened outside the frame. */
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

export function devRoutes(app: FastifyInstance, { db, outbox, config }: Services): void {
  app.get('/dev/inbox', async (request, reply) => {
    const messages = await outbox.recent(db, shownMessages)
    reply.header('vary', 'Accept')
    if (request.headers.accept?.includes('application/json'))
      return reply.send({ data: toWire(messages.map(plain)) })
    return reply
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(inboxPage(messages, config.provider))
  })

  app.get<{ Params: { id: string } }>('/dev/inbox/:id', async (request, reply) => {
    const messages = await outbox.recent(db, shownMessages)
    const html = messages.find(({ id }) => id === request.params.id)?.html
    if (html === undefined) return reply.callNotFound()
    return reply
      .header('content-security-policy', mailPolicy)
      .removeHeader('origin-agent-cluster')
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Writes dates in ISO 8601. The answer keeps the older name `medium` for the channel. */
function plain({ channel, ...message }: StoredMessage): unknown {
  return JSON.parse(JSON.stringify({ ...message, medium: channel }))
}
