/** Whether somebody may be on a platform: neither disabled nor without their membership. */
import type { Platform } from '@foyer/contract/platforms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isMember } from './memberships.ts'
import { findPerson, isEnabled, type Person } from './users.ts'

/** The person while they may be there; null otherwise. */
export async function findActiveMember(
  db: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<Person | null> {
  const person = await findPerson(db, { id: userId })
  return person && !person.isDisabled && person.platforms.includes(platform) ? person : null
}

/** The same of the person and platform in a row's columns, as one more column. */
export function isActiveMember(userId: string, platform: string): RawBuilder<boolean> {
  return sql<boolean>`(${isEnabled(userId)} and ${isMember(userId, platform)})`
}
