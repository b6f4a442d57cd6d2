/** Messages to people, written in the caller's transaction and encrypted at rest. Owner of the table messages. */
import * as v from 'valibot'
import type { Vault } from '../accounts/vault.ts'
import type { Db } from '../db/connect.ts'

export type Message = { medium: 'email' | 'sms'; to: string; subject: string; text: string }

const payload = v.strictObject({ to: v.string(), subject: v.string(), text: v.string() })

export async function queueMessage(
  db: Db,
  vault: Vault,
  { template, message }: { template: string; message: Message },
): Promise<void> {
  const { medium, ...content } = message
  await db
    .insertInto('messages')
    .values({ medium, template, payload: vault.encrypt('message', JSON.stringify(content)) })
    .execute()
}

export type SentMessage = Message & { id: string; template: string; createdAt: Date }

/** The newest messages first. */
export async function recentMessages(db: Db, vault: Vault, count: number): Promise<SentMessage[]> {
  const rows = await db.selectFrom('messages').selectAll().orderBy('createdAt', 'desc').limit(count).execute()
  return rows.map(({ payload: sealed, ...row }) => ({
    ...row,
    ...v.parse(payload, JSON.parse(vault.decrypt('message', sealed))),
  }))
}
