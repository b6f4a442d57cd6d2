/**
 * Switches off consent to analytics and product mails. Both were on by default, no page had a switch for them, and
 * saving any other setting stored them too: a stored `true` does not prove that the user agreed. Marketing mails were
 * off by default, so a stored `true` was the user's choice and is kept.
 *
 * During the update, the previous release still treats a user without a row as consenting.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update user_settings set analytics_consent = false, product_emails = false
    where analytics_consent or product_emails`.execute(db)
}
