/**
 * Finds the users of look-ups. Look-ups that arrive together are one statement, which reads everything that an answer may
 * hold and counts the identifiers of each device. A known and an unknown user cost the same.
 */
import { isPlatform } from '@foyer/contract/platforms'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/connect.ts'
import { statement } from '../../db/statement.ts'
import { spelledKey } from './contact-keys.ts'
import type { FormContact } from './require-contact.ts'
import type { Person } from './users.ts'

/** A device and the identifier that it looks up, as keys of counters; the window is the same for all, in seconds. */
export type LookedUpBy = { deviceKey: string; identifierKey: string; windowSeconds: number }

export type LookUp = {
  contact: FormContact
  /** The ids of the caller's browser (known-browsers.ts). */
  browserIds: readonly Buffer[]
  /** null for a caller without a device id. */
  lookedUpBy: LookedUpBy | null
  /** Reads both contacts of the user, which only some installations disclose. */
  withContacts: boolean
}

export type FoundUser = Pick<
  Person,
  'id' | 'firstName' | 'lastName' | 'pictureUrl' | 'email' | 'phoneNumber' | 'isDisabled' | 'platforms'
> & {
  contactId: string
  hasPassword: boolean
  /** The user has signed in in one of the caller's browsers. */
  isInKnownBrowser: boolean
}

export type LookUpResult = {
  user: FoundUser | null
  /**
   * The number of identifiers that the device has looked up, this one included, and the seconds until the count ends; null
   * for an identifier that the device looked up before.
   */
  identifiers: { count: number; wait: number } | null
}

type Row = { place: number; seen: number | null; identifiers: number | null; wait: number | null } & {
  [Column in keyof Omit<FoundUser, 'platforms'>]: FoundUser[Column] | null
} & { platforms: string | null }

export const lookUpUser = batched(lookUpTogether)

async function lookUpTogether(db: Db, items: readonly LookUp[]): Promise<LookUpResult[]> {
  const devices = countsOf(items)
  const shown = items.flatMap(({ browserIds }, place) => browserIds.map((id) => ({ place, id })))
  const rows = await statement<Row>(db)`
    with given as (
      select * from unnest(${items.map((_, place) => place)}::int[],
        ${items.map(({ contact }) => (contact.channel === 'email' ? contact.key : null))}::text[],
        ${items.map(({ contact }) => (contact.channel === 'email' ? spelledKey(contact.address) : null))}::text[],
        ${items.map(({ contact }) => (contact.channel === 'sms' ? contact.number : null))}::text[],
        ${items.map(({ lookedUpBy }) => lookedUpBy?.identifierKey ?? null)}::text[],
        ${items.map(({ withContacts }) => withContacts)}::boolean[])
        as given (place, email_key, spelled_key, number, identifier, with_contacts)
    ), counting as (
      select counting.* from (select set_config('synchronous_commit', 'off', true)) as lazily,
        unnest(${devices.map(({ identifierKey }) => identifierKey)}::text[],
          ${devices.map(({ deviceKey }) => deviceKey)}::text[],
          ${devices.map(({ windowSeconds }) => windowSeconds)}::int[],
          ${devices.map(({ weight }) => weight)}::int[]) as counting (identifier, device, seconds, weight)
    ), seen as (
      insert into attempts as a (key, count, window_ends_at)
      select identifier, weight, clock_timestamp() + make_interval(secs => seconds) from counting order by identifier
      on conflict (key) do update set
        count = case when a.window_ends_at > clock_timestamp() then a.count + excluded.count else excluded.count end,
        window_ends_at = case when a.window_ends_at > clock_timestamp() then a.window_ends_at else excluded.window_ends_at end
      returning key, count
    ), counted as (
      insert into attempts as a (key, count, window_ends_at)
      select device, count(*), clock_timestamp() + make_interval(secs => max(seconds))
      from counting join seen on seen.key = identifier and seen.count = weight group by device order by device
      on conflict (key) do update set
        count = case when a.window_ends_at > clock_timestamp() then a.count + excluded.count else excluded.count end,
        window_ends_at = case when a.window_ends_at > clock_timestamp() then a.window_ends_at else excluded.window_ends_at end
      returning key, count, extract(epoch from window_ends_at - clock_timestamp())::float8 as wait
    ), known as (
      select distinct shown.place, known_devices.user_id
      from unnest(${shown.map(({ place }) => place)}::int[], ${shown.map(({ id }) => id)}::bytea[]) as shown (place, browser_id)
      join known_devices on known_devices.browser_id = shown.browser_id and expires_at > clock_timestamp()
    )
    select given.place, seen.count as seen, counted.count as identifiers, counted.wait,
      person.id, contact.id as contact_id, person.first_name, person.last_name, person.picture_url,
      person.disabled_at is not null as is_disabled,
      (select string_agg(held.platform, ' ') from memberships as held where held.user_id = person.id) as platforms,
      (select true from credentials where user_id = person.id and kind = 'password') is not null as has_password,
      known.user_id is not null as is_in_known_browser,
      case when with_contacts then (select address from emails where user_id = person.id and is_primary) end as email,
      case when with_contacts then (select number from phones where user_id = person.id and is_primary) end as phone_number
    from given
    left join lateral (
      select user_id, id from phones where number = given.number
      union all (
        select user_id, id from emails where translate(key, 'ς', 'σ') = given.email_key
        order by key = given.spelled_key desc, twin limit 1)
    ) as contact on true
    left join users as person on person.id = contact.user_id
    left join known on known.place = given.place and known.user_id = person.id
    left join seen on seen.key = given.identifier
    left join counting on counting.identifier = given.identifier
    left join counted on counted.key = counting.device`
  return resultsOf(items, devices, rows)
}

type DeviceCount = LookedUpBy & { weight: number }

/** Sums the look-ups of each identifier by a device. */
function countsOf(items: readonly LookUp[]): DeviceCount[] {
  const sums = new Map<string, DeviceCount>()
  for (const { lookedUpBy } of items) {
    if (!lookedUpBy) continue
    const sum = sums.get(lookedUpBy.identifierKey)
    if (sum) sum.weight += 1
    else sums.set(lookedUpBy.identifierKey, { ...lookedUpBy, weight: 1 })
  }
  return [...sums.values()]
}

/** Gives each look-up what it would have got had they come one after another. */
function resultsOf(
  items: readonly LookUp[],
  devices: readonly DeviceCount[],
  rows: readonly Row[],
): LookUpResult[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  const weights = new Map(devices.map(({ identifierKey, weight }) => [identifierKey, weight]))
  /** The first look-ups of an identifier, which are still to be numbered, by device. */
  const first = items.map(({ lookedUpBy }, place) => {
    const weight = lookedUpBy && weights.get(lookedUpBy.identifierKey)
    if (!weight || byPlace.get(place)?.seen !== weight) return null
    weights.delete(lookedUpBy.identifierKey)
    return lookedUpBy.deviceKey
  })
  const left = new Map<string | null, number>()
  for (const device of first) left.set(device, (left.get(device) ?? 0) + 1)
  return items.map((_, place) => {
    const row = byPlace.get(place)
    if (!row) throw new Error('A look-up is missing in the answer of the database')
    const device = first[place] ?? null
    if (device === null) return { user: userOf(row), identifiers: null }
    const later = (left.get(device) ?? 0) - 1
    left.set(device, later)
    const { identifiers, wait } = row
    return { user: userOf(row), identifiers: { count: (identifiers ?? 0) - later, wait: wait ?? 0 } }
  })
}

function userOf({ place, seen, identifiers, wait, platforms, ...user }: Row): FoundUser | null {
  if (user.id === null) return null
  return { ...user, platforms: (platforms ?? '').split(' ').filter(isPlatform) } as FoundUser
}
