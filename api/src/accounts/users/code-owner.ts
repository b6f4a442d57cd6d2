/** Reads the owners of right codes: those of codes that arrive together in one statement. */
import { isPlatform } from '@foyer/contract/platforms'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/connect.ts'
import { statement } from '../../db/statement.ts'
import type { User } from './find-user.ts'
import { defaultTimeZone } from './user-settings.ts'

export type CodeOwner = {
  person: User
  /** The user has signed in in some browser that is still known. */
  hasKnownBrowser: boolean
  /** The time zone of messages to a user who signs in in a new browser (`findTimeZone`). */
  timeZone: string | null
}

type Row = Omit<User, 'platforms'> & Omit<CodeOwner, 'person'> & { platforms: string | null }

/** Returns null for a user who does not exist. */
export const findCodeOwner = batched(findTogether)

async function findTogether(db: Db, userIds: readonly string[]): Promise<(CodeOwner | null)[]> {
  const rows = await statement<Row>(db)`
    select person.id, first_name, last_name, picture_url, disabled_at is not null as is_disabled,
      email.address as email, email.id as email_id, email.provenance as email_provenance,
      phone.number as phone_number, phone.id as phone_id, phone.provenance as phone_provenance,
      (select string_agg(platform, ' ') from memberships where user_id = person.id) as platforms,
      exists (select from known_devices
        where user_id = person.id and expires_at > clock_timestamp()) as has_known_browser,
      coalesce((select nullif(timezone, ${defaultTimeZone}) from user_settings where user_id = person.id), (
        select time_zone from known_devices
        where user_id = person.id and time_zone is not null and expires_at > clock_timestamp()
        order by expires_at desc limit 1)) as time_zone
    from users as person
    left join emails as email on email.user_id = person.id and email.is_primary
    left join phones as phone on phone.user_id = person.id and phone.is_primary
    where person.id = any(${[...new Set(userIds)]}::uuid[])`
  const owners = new Map(rows.map((row) => [row.id, ownerIn(row)]))
  return userIds.map((id) => owners.get(id) ?? null)
}

function ownerIn({ hasKnownBrowser, timeZone, platforms, ...person }: Row): CodeOwner {
  const held = (platforms ?? '').split(' ').filter(isPlatform)
  return { person: { ...person, platforms: held }, hasKnownBrowser, timeZone }
}
