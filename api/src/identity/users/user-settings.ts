/** Keeps users' settings; a user without a row has the defaults. Owner of the table user_settings. */

import type { Settings } from '@foyer/contract/routes/settings'
import { language } from '@foyer/contract/shared-values'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

/** The default means that the user has chosen no time zone, because clients store it together with other settings. */
const defaultTimeZone = 'UTC'

/** A setting that needs the user's agreement is off by default. */
const defaults: Settings = {
  language,
  timezone: defaultTimeZone,
  marketingEmails: false,
  productEmails: false,
  analyticsConsent: false,
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

/** Stores the given settings and keeps the others. The language is not stored, since there is only one. */
export async function storeSettings(
  db: Db,
  userId: string,
  { language: _, ...stored }: Partial<Settings>,
): Promise<void> {
  const { language: _language, ...others } = defaults
  await db
    .insertInto('userSettings')
    .values({ userId, ...others, ...stored })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ ...stored, updatedAt: sql`clock_timestamp()` }),
    )
    .execute()
}

/** Selects the time zone that the user has chosen; null for the default. */
export function chosenTimeZone(userId: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select nullif(timezone, ${defaultTimeZone}) from user_settings where user_id = ${userId})`
}

/** Deletes a user's settings. The user then has the defaults. */
export async function forgetSettings(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('userSettings').where('userId', '=', userId).execute()
}

/** The condition that the user in this column has agreed to analytics. */
export function hasAgreedToAnalytics(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from user_settings as settled where settled.user_id = ${sql.ref(userId)} and settled.analytics_consent)`
}
