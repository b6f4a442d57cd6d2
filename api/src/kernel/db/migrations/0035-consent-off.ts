/**
 * Switches consent to analytics and product mails off. Both were on by default, no page has had a switch for them, and a
 * change of any other setting stored them along: no stored `true` says that the user agreed. Marketing mails were off by
 * default, so their `true` was chosen, and stays.
 *
 * The former release, which still runs beside this one during the update, treats a user without a row as one who agreed.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update user_settings set analytics_consent = false, product_emails = false
    where analytics_consent or product_emails`.execute(db)
}
