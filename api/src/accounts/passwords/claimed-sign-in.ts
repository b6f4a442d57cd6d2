/**
 * Reads everything that a sign-in with a password is checked against. Sign-ins that arrive together are one statement, and
 * a known and an unknown user cost the same.
 */
import { isPlatform } from '@foyer/contract/platforms'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/connect.ts'
import { statement } from '../../db/statement.ts'
import type { Keyring } from '../../keyring.ts'
import { lockoutKey } from '../../limits/attempt-keys.ts'
import type { Browser } from '../../request-context.ts'
import { type KnownBrowser, ownBrowserOf } from '../sessions/known-browsers.ts'
import { type Claim, type ClaimedPerson, claimedPersonOf } from '../users/claimed-person.ts'
import { type EmailContact, spelledKey } from '../users/contact-keys.ts'
import type { UserLockout } from '../users/find-user-lockout.ts'
import type { Person } from '../users/users.ts'

/** A claim of a password form, which takes no phone numbers. */
export type PasswordClaim =
  | Exclude<Claim, { contact: unknown }>
  | { contact: EmailContact | null; typed: string }

export type ClaimedSignIn = ClaimedPerson & {
  /** null for an unknown user and for a user without a password. */
  passwordHash: string | null
  /** The values of the browser's cookie that have rows. */
  knownBrowsers: readonly KnownBrowser[]
  lockout: UserLockout
}

export async function findClaimedSignIn(
  { db, keyring }: { db: Db; keyring: Keyring },
  claim: PasswordClaim,
  browser: Browser,
): Promise<ClaimedSignIn> {
  const found = await findSignIn(db, { claim, browserIds: browser.ids })
  const claimed = claimedPersonOf(keyring, claim, found)
  const knownBrowsers = found?.knownBrowsers ?? []
  const own = ownBrowserOf(browser, knownBrowsers)
  return {
    ...claimed,
    passwordHash: found?.passwordHash ?? null,
    knownBrowsers,
    lockout: { key: lockoutKey(keyring, claimed.subject, own), isKnownBrowser: own !== null },
  }
}

type Sought = { claim: PasswordClaim; browserIds: readonly Buffer[] }
type Found = { person: Person; contactId: string | null } & Pick<
  ClaimedSignIn,
  'passwordHash' | 'knownBrowsers'
>
type Row = Omit<Person, 'platforms'> & {
  place: number
  contactId: string | null
  passwordHash: string | null
  platforms: string | null
  knownBrowsers: string | null
}

const findSignIn = batched(findTogether)

/** The range of `place` makes Postgres expect one row, and so a plan that finds each user by index. */
async function findTogether(db: Db, all: readonly Sought[]): Promise<(Found | undefined)[]> {
  const emails = all.map(({ claim }) => ('contact' in claim ? claim.contact : null))
  const shown = all.flatMap(({ browserIds }, place) => browserIds.map((id) => ({ place, id })))
  const rows = await statement<Row>(db)`
    with given as (
      select * from unnest(${all.map((_, place) => place)}::int[],
        ${all.map(({ claim }) => ('id' in claim ? claim.id : null))}::uuid[],
        ${emails.map((email) => email?.key ?? null)}::text[],
        ${emails.map((email) => email && spelledKey(email.address))}::text[]) as given (place, id, email_key, spelled_key)
      where place between 0 and ${all.length}
    ), claimed as (
      select place, user_id, emails.id as contact_id from given join emails on emails.id = given.id
      union all
      select place, user_id, phones.id from given join phones on phones.id = given.id
      union all
      select place, users.id, null from given join users on users.id = given.id
      union all
      select place, own.user_id, own.id from given cross join lateral (
        select user_id, id from emails where translate(key, 'ς', 'σ') = given.email_key
        order by key = given.spelled_key desc, twin limit 1) as own
    )
    select place, contact_id, person.id, first_name, last_name, picture_url, disabled_at is not null as is_disabled,
      email.address as email, email.id as email_id, email.provenance as email_provenance,
      phone.number as phone_number, phone.id as phone_id, phone.provenance as phone_provenance,
      (select string_agg(platform, ' ') from memberships where user_id = person.id) as platforms,
      (select hash from credentials where user_id = person.id and kind = 'password') as password_hash,
      (select string_agg(encode(id, 'hex') || is_own::int || is_others::int, ' ') from (
        select browser_id as id, bool_or(user_id = person.id) as is_own, bool_or(user_id <> person.id) as is_others
        from unnest(${shown.map(({ place }) => place)}::int[], ${shown.map(({ id }) => id)}::bytea[])
          as shown (place, browser_id)
        join known_devices using (browser_id)
        where shown.place = claimed.place and expires_at > clock_timestamp()
        group by browser_id) as known) as known_browsers
    from claimed join users as person on person.id = claimed.user_id
    left join emails as email on email.user_id = person.id and email.is_primary
    left join phones as phone on phone.user_id = person.id and phone.is_primary`
  const found: (Found | undefined)[] = all.map(() => undefined)
  for (const row of rows) found[row.place] = foundIn(row)
  return found
}

function foundIn({ place, contactId, passwordHash, platforms, knownBrowsers, ...person }: Row): Found {
  return {
    person: { ...person, platforms: (platforms ?? '').split(' ').filter(isPlatform) },
    contactId,
    passwordHash,
    knownBrowsers: (knownBrowsers ?? '').split(' ').filter(Boolean).map(readKnownBrowser),
  }
}

/** Reads the id in hexadecimal digits, and a digit each for `isOwn` and `isOthers`. */
function readKnownBrowser(text: string): KnownBrowser {
  return {
    browserId: Buffer.from(text.slice(0, -2), 'hex'),
    isOwn: text.at(-2) === '1',
    isOthers: text.at(-1) === '1',
  }
}
