/** The messages sent, for people and tests. Never mounted in production. */
import { createHash } from 'node:crypto'
import { toWire } from '@foyer/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { inboxPage, inboxStyle } from './inbox-page.ts'

const shownMessages = 100

export function devRoutes(app: FastifyInstance, { db, outbox, config }: Services): void {
  const styleHash = createHash('sha256').update(inboxStyle).digest('base64')

  app.get('/dev/inbox', async (request, reply) => {
    const messages = await outbox.recent(db, shownMessages)
    reply.header('vary', 'Accept')
    if (request.headers.accept?.includes('application/json'))
      return reply.send({ data: toWire(plain(messages)) })
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(inboxPage(messages, config.provider))
  })
}

/** Dates as ISO 8601. */
function plain(messages: unknown): unknown {
  return JSON.parse(JSON.stringify(messages))
}
