/** Decides whether a user may use a platform: the account is enabled and a member. */
import type { Platform } from '@foyer/contract/platforms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isMember } from './memberships.ts'
import { findPerson, isEnabled, type Person } from './users.ts'

/** Finds a user who may use the platform; null for any other. */
export async function findActiveMember(
  db: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<Person | null> {
  const person = await findPerson(db, { id: userId })
  return person && !person.isDisabled && person.platforms.includes(platform) ? person : null
}

/** The same condition in SQL, for the user and platform in two columns of a row. */
export function isActiveMember(userId: string, platform: string): RawBuilder<boolean> {
  return sql<boolean>`(${isEnabled(userId)} and ${isMember(userId, platform)})`
}
