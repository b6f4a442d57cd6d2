/**
 * Finds users by an identifier or an id. Every look-up is the same statement, and concurrent look-ups run as one. A known and
 * an unknown user cost the same.
 */

import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import { batched } from '../../kernel/db/batch.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Provenance } from '../../kernel/db/tables.ts'
import { type Identifier, spelledKey } from './identifier.ts'

export type User = {
  id: string
  firstName: string
  lastName: string | null
  pictureUrl: string | null
  /** The primary email address and phone number, each with the id of its row and its provenance. */
  email: string | null
  emailId: string | null
  emailProvenance: Provenance | null
  phoneNumber: string | null
  phoneId: string | null
  phoneProvenance: Provenance | null
  isDisabled: boolean
  /** The platforms that the user is a member of, in any order. */
  platforms: Platform[]
}

/** The user's id; the id in the answer of a look-up, of the user or a contact; or the identifier that the user typed. */
type SoughtBy = { id: string } | { lookUpId: string } | { identifier: Identifier | null }

export type FoundUser = {
  user: User
  /** The contact that the user was found by; null for a user found by their own id. */
  contactId: string | null
  /** null for a user without a password. */
  passwordHash: string | null
}

export async function findUser(db: Db, by: SoughtBy): Promise<User | undefined> {
  return (await findUserWith(db, by))?.user
}

/** Finds a user together with the contact that was sought, and the stored hash of the password. */
export const findUserWith = batched(findTogether)

type Row = Omit<User, 'platforms'> &
  Pick<FoundUser, 'contactId' | 'passwordHash'> & { index: number; platforms: string[] }

/**
 * Finds the account with the typed spelling first: addresses of two older accounts may differ only in the form of a sigma,
 * which was not treated as one letter then.
 */
async function findTogether(db: Db, all: readonly SoughtBy[]): Promise<(FoundUser | undefined)[]> {
  const sought = all.map(columnsOf)
  const { rows } = await sql<Row>`
    with sought as (
      select * from unnest(${sought.map((_, index) => index)}::int[], ${sought.map(({ userId }) => userId)}::uuid[],
        ${sought.map(({ contactId }) => contactId)}::uuid[], ${sought.map(({ emailKey }) => emailKey)}::text[],
        ${sought.map(({ spelled }) => spelled)}::text[], ${sought.map(({ number }) => number)}::text[])
        as sought (index, user_id, contact_id, email_key, spelled_key, number)
    ), found as (
      select index, users.id as user_id, null::uuid as contact_id from sought join users on users.id = sought.user_id
      union all
      select index, emails.user_id, emails.id from sought join emails on emails.id = sought.contact_id
      union all
      select index, phones.user_id, phones.id from sought join phones on phones.id = sought.contact_id
      union all
      select index, phones.user_id, phones.id from sought join phones on phones.number = sought.number
      union all
      select index, spelled.user_id, spelled.id from sought cross join lateral (
        select user_id, id from emails where translate(key, 'ς', 'σ') = sought.email_key
        order by key = sought.spelled_key desc, twin limit 1) as spelled
    )
    select index, contact_id, users.id, first_name, last_name, picture_url, disabled_at is not null as is_disabled,
      email.address as email, email.id as email_id, email.provenance as email_provenance,
      phone.number as phone_number, phone.id as phone_id, phone.provenance as phone_provenance,
      array(select platform from memberships where user_id = users.id) as platforms,
      (select hash from credentials where user_id = users.id and kind = 'password') as password_hash
    from found join users on users.id = found.user_id
    left join emails as email on email.user_id = users.id and email.is_primary
    left join phones as phone on phone.user_id = users.id and phone.is_primary`.execute(db)
  const found: (FoundUser | undefined)[] = all.map(() => undefined)
  for (const { index, contactId, passwordHash, platforms, ...user } of rows)
    found[index] = { user: { ...user, platforms: platforms.filter(isPlatform) }, contactId, passwordHash }
  return found
}

function columnsOf(by: SoughtBy) {
  const identifier = 'identifier' in by ? by.identifier : null
  return {
    userId: 'id' in by ? by.id : 'lookUpId' in by ? by.lookUpId : null,
    contactId: 'lookUpId' in by ? by.lookUpId : null,
    emailKey: identifier?.channel === 'email' ? identifier.key : null,
    spelled: identifier?.channel === 'email' ? spelledKey(identifier.address) : null,
    number: identifier?.channel === 'sms' ? identifier.number : null,
  }
}
