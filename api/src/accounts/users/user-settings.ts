/** What people settled for themselves; whoever settled nothing has the defaults. Owner of the table user_settings. */
import { language } from '@foyer/contract/limits'
import type { Settings } from '@foyer/contract/routes/settings'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

const defaults: Settings = {
  language,
  timezone: 'UTC',
  marketingEmails: false,
  productEmails: true,
  analyticsConsent: true,
  profileVisibility: 'private',
}

const columns = [
  'timezone',
  'marketingEmails',
  'productEmails',
  'analyticsConsent',
  'profileVisibility',
] as const

export async function findSettings(db: Db, userId: string): Promise<Settings> {
  const row = await db
    .selectFrom('userSettings')
    .select(columns)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { ...defaults, ...row }
}

/** There is one language, so none is kept. */
export async function storeSettings(
  db: Db,
  userId: string,
  { language: _, ...settled }: Settings,
): Promise<void> {
  await db
    .insertInto('userSettings')
    .values({ userId, ...settled })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ ...settled, updatedAt: sql`clock_timestamp()` }),
    )
    .execute()
}

/** The defaults again. */
export async function forgetSettings(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('userSettings').where('userId', '=', userId).execute()
}

/** Whether the person whose id this column holds wants nothing of them in analytics. */
export function hasWithdrawnAnalytics(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from user_settings as settled where settled.user_id = ${sql.ref(userId)} and not settled.analytics_consent)`
}
