/** Reads data about users that only an operator sees: contacts with provenance, and suspect addresses. */
import type { Channel } from '@foyer/contract/contact'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Provenance } from '../../kernel/db/tables.ts'
import { isEnabled } from './users.ts'

type UserRecord = {
  createdAt: Date
  disabledAt: Date | null
  /** Every contact, the primary ones first. */
  contacts: {
    channel: Channel
    value: string
    provenance: Provenance
    isPrimary: boolean
    verifiedAt: Date | null
  }[]
}

/** Reads the parts of a user that only an operator sees. */
export async function findUserRecord(db: Db, userId: string): Promise<UserRecord> {
  const user = await db
    .selectFrom('users')
    .select(['createdAt', 'disabledAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const contacts = await db
    .selectFrom('emails')
    .select([
      sql<Channel>`'email'`.as('channel'),
      'address as value',
      'provenance',
      'isPrimary',
      'verifiedAt',
    ])
    .where('userId', '=', userId)
    .unionAll((query) =>
      query
        .selectFrom('phones')
        .select([
          sql<Channel>`'sms'`.as('channel'),
          'number as value',
          'provenance',
          'isPrimary',
          'verifiedAt',
        ])
        .where('userId', '=', userId),
    )
    .orderBy('isPrimary', 'desc')
    .orderBy('channel')
    .execute()
  return { ...user, contacts }
}

/** Returns the ids of enabled users with an address at foyer.test. The partial index emails_demo has the same condition. */
export async function findEnabledDemoIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('userId')
    .distinct()
    .where(sql<boolean>`key like '%@foyer.test'`)
    .where(isEnabled('emails.userId'))
    .execute()
  return rows.map(({ userId }) => userId)
}

export type SuspectEmail = Awaited<ReturnType<typeof listSuspectEmails>>[number]

/** Lists addresses that email-rules.ts may refuse: with characters outside ASCII, or different from their key. */
export async function listSuspectEmails(db: Db) {
  return db
    .selectFrom('emails')
    .select(['userId', 'address', 'twin', 'provenance', 'isPrimary'])
    .where(sql<boolean>`(address ~ '[^ -~]' or lower(address) <> key or twin <> '')`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
