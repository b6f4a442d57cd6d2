/** Queues messages without the API, waits until the queue is empty, and counts the mails of each recipient. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../api/src/kernel/db/connect.ts'
import { createKeyring } from '../../../api/src/kernel/keyring.ts'
import { countMessages, findMessages, type MessageRow } from '../../../api/src/messages/messages.ts'
import type { MailServer, Received } from '../../../api/src/messages/test-mail-server.ts'
import { openOutbox } from '../../../api/src/messages/test-outbox.ts'

/** The FOYER_SECRETS of the service, and of a fault that writes messages itself. */
const secret = randomBytes(48).toString('base64url')

export function mailSettings({ url }: MailServer): Record<string, string> {
  return { SMTP_URL: `${url}?ignoreTLS=true`, FOYER_SECRETS: secret }
}

/** Queues all messages in one transaction, so that they become visible at once. */
export async function queueMessages(db: Db, recipients: readonly string[]): Promise<void> {
  const outbox = openOutbox(db, { keyring: createKeyring([Buffer.from(secret)]) }, false)
  await db.transaction().execute(async (trx) => {
    for (const to of recipients) await outbox.queueCode({ db: trx, to, expiresInSeconds: 300 })
  })
}

/** Waits until no message is waiting or `limitMs` has passed; returns the elapsed milliseconds. */
export async function waitForEmptyQueue(db: Db, limitMs: number): Promise<number> {
  const startedAt = performance.now()
  while ((await countMessages(db)).email.waiting > 0 && performance.now() - startedAt < limitMs)
    await sleep(50)
  return Math.round(performance.now() - startedAt)
}

export async function messagesOf(db: Db): Promise<Map<string, MessageRow>> {
  const rows = await findMessages(db, { count: 10_000 })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Counts by message id how often the mail server accepted each message. */
export function copiesOf(received: readonly Received[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const { messageId } of received) {
    const id = /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId
    copies.set(id, (copies.get(id) ?? 0) + 1)
  }
  return copies
}

/** Counts recipients without a mail, and recipients of several mails with different Message-IDs. */
export function countMissing(received: readonly Received[], recipients: readonly string[]) {
  const ids = Map.groupBy(received, ({ to }) => to)
  const missing = recipients.filter((recipient) => !ids.has(recipient)).length
  const several = [...ids.values()].filter((mails) => new Set(mails.map((mail) => mail.messageId)).size > 1)
  return { missing, several: several.length }
}
