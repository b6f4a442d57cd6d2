/** Serves the development inbox to engineers and tests. Never mounted in production. */
import { toWire } from '@foyer/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { FramedPage } from '../../kernel/html/page-frame.ts'
import { withMarksInside } from '../../messages/marks.ts'
import type { StoredMessage } from '../../messages/outbox.ts'
import type { Services } from '../../services.ts'
import { inboxPage } from './inbox-page.ts'

const jsonMessages = 100
/** A filter or a link to a message searches more messages than the list shows. */
const foundMessages = 500

/** Allows a mail its styles, the images inside it and no script, also when it is opened outside the frame. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-same-origin; frame-ancestors 'self'"

type InboxQuery = { message?: string | string[]; to?: string | string[] }

export function devRoutes(app: FastifyInstance, { db, outbox, config }: Services): void {
  app.get<{ Querystring: InboxQuery }>('/dev/inbox', async (request, reply) => {
    reply.header('vary', 'Accept')
    if (request.headers.accept?.includes('application/json')) {
      const messages = await outbox.recent(db, jsonMessages)
      return reply.send({ data: toWire(messages.map(plain)) })
    }
    const [message, to] = [request.query.message, request.query.to].map((value) => [value].flat()[0])
    const page = inboxPage({
      messages: await outbox.recent(db, foundMessages),
      id: message ?? null,
      to: to ?? '',
      provider: config.provider,
    })
    return reply
      .header('content-security-policy', pagePolicy(page))
      .type('text/html; charset=utf-8')
      .send(page.html)
  })

  app.get<{ Params: { id: string } }>('/dev/inbox/:id', async (request, reply) => {
    const messages = await outbox.recent(db, foundMessages)
    const html = messages.find(({ id }) => id === request.params.id)?.html
    if (html === undefined) return reply.callNotFound()
    return reply
      .header('content-security-policy', mailPolicy)
      .type('text/html; charset=utf-8')
      .send(withMarksInside(html))
  })
}

function pagePolicy({ styleHashes, scriptHashes }: FramedPage): string {
  return [
    "default-src 'none'",
    `style-src ${styleHashes.join(' ')}`,
    `script-src ${scriptHashes.join(' ')}`,
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Writes dates in ISO 8601. The answer still calls the channel `medium`, its former name. */
function plain({ channel, ...message }: StoredMessage): unknown {
  return JSON.parse(JSON.stringify({ ...message, medium: channel }))
}
