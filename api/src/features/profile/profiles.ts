/** Stores the heads of profiles with their usernames. Only this folder writes the table profiles. */
import { isReserved } from '@foyer/contract/profile/username'
import { sql } from 'kysely'
import { isLeaving } from '../../identity/sessions/account-deletions.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { isEnabled } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { ItemValue } from '../../kernel/db/tables/profile-tables.ts'
import { makeUsername } from './usernames.ts'

/** The fields of the head that the user edits. */
export type ProfileHead = {
  headline: string | null
  about: string | null
  dateOfBirth: string | null
  countryId: string | null
  stateId: string | null
  city: string | null
  url: string | null
}

export type ProfileItem = {
  id: string
  section: string
  position: number
  data: Record<string, ItemValue>
  createdAt: Date
  updatedAt: Date
}

export type Profile = ProfileHead & {
  userId: string
  firstName: string
  lastName: string | null
  pictureUrl: string | null
  username: string
  visibility: 'public' | 'private'
  updatedAt: Date
  /** The entries of all sections, sorted by section and position. */
  items: ProfileItem[]
}

/** Reads a user's whole profile in one statement; undefined if the user is unknown or has no username. */
export async function findProfile(db: Db, userId: string): Promise<Profile | undefined> {
  return asProfile(await selectProfile(db).where('profiles.userId', '=', userId).executeTakeFirst())
}

/**
 * Reads the profile of a username if the profile is public, the user is enabled, and the user has not asked for the deletion
 * of the account. The entries of a hidden profile are not read, so that a hidden profile takes as long as an unknown
 * username.
 */
export async function findPublicProfile(db: Db, username: string): Promise<Profile | undefined> {
  const shown = selectProfile(db)
    .where('profiles.username', '=', username)
    .where('profileVisibility', '=', 'public')
    .where(isEnabled('profiles.userId'))
    .where(({ not }) => not(isLeaving('profiles.userId')))
  return asProfile(await shown.executeTakeFirst())
}

type StoredItem = Omit<ProfileItem, 'createdAt' | 'updatedAt'> & { createdAt: string; updatedAt: string }

function selectProfile(db: Db) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .leftJoin('userSettings', 'userSettings.userId', 'profiles.userId')
    .select([
      'profiles.userId',
      'profiles.username',
      'headline',
      'about',
      'dateOfBirth',
      'countryId',
      'stateId',
    ])
    .select(['city', 'url', 'profiles.updatedAt', 'firstName', 'lastName', 'pictureUrl'])
    .select('profileVisibility')
    .select(
      sql<StoredItem[]>`(
        select coalesce(json_agg(json_build_object('id', id, 'section', section, 'position', position, 'data', data,
          'createdAt', created_at, 'updatedAt', updated_at) order by section, position, id), '[]')
        from profile_items where profile_items.user_id = profiles.user_id)`.as('items'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectProfile>['executeTakeFirst']>>

function asProfile(row: Row): Profile | undefined {
  if (!row) return undefined
  const { profileVisibility, items, ...head } = row
  return {
    ...head,
    visibility: profileVisibility ?? 'private',
    items: items.map(({ createdAt, updatedAt, ...item }) => ({
      ...item,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
    })),
  }
}

const mostTries = 20

/**
 * Inserts the head of a user who has none, with a new username. If two requests do so at once, both get the same
 * username.
 */
export async function openProfile(
  db: Db,
  user: { id: string; firstName: string; lastName: string | null },
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const name = tries < mostTries / 2 ? fullName(user) : ''
    const username = makeUsername(name)
    if (isReserved(username)) continue
    const { rows } = await sql`
      with added as (
        insert into profiles (user_id, username) values (${user.id}, ${username}) on conflict do nothing returning user_id
      )
      select user_id from added union all select user_id from profiles where user_id = ${user.id}`.execute(db)
    if (rows.length > 0) return
  }
  throw new Error('No free username was found')
}

/** Replaces an existing head; returns false if the username belongs to another user. */
export async function storeHead(
  trx: Db,
  userId: string,
  { username, ...head }: ProfileHead & { username: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('profiles')
    .set({ ...head, username, updatedAt: sql<Date>`clock_timestamp()` })
    .where('userId', '=', userId)
    .where(({ not, exists }) => not(exists(selectOther(trx, userId, username))))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns whether no other user has the username. */
export async function isUsernameFree(db: Db, userId: string, username: string): Promise<boolean> {
  return !(await selectOther(db, userId, username).executeTakeFirst())
}

function selectOther(db: Db, userId: string, username: string) {
  return db
    .selectFrom('profiles as other')
    .select('other.userId')
    .where('other.username', '=', username)
    .where('other.userId', '<>', userId)
}

/** Returns whether a write failed because another user took the username at the same moment. */
export function isUsernameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'profiles_username_key'
}

/**
 * Removes the whole profile, which a previous holder of the account may have filled: head, username, entries and block
 * list.
 */
export async function removeProfile(trx: Db, userId: string): Promise<void> {
  for (const table of ['profileBlocks', 'profileItems', 'profiles'] as const)
    await trx.deleteFrom(table).where('userId', '=', userId).execute()
}
