import type { Platform } from '@foyer/contract/platforms'
import type { Db } from '../db/connect.ts'
import { findPerson, type Person } from './users.ts'

/** The person while they may be on a platform: neither disabled nor without their membership; null otherwise. */
export async function personInGoodStanding(
  db: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<Person | null> {
  const person = await findPerson(db, { id: userId })
  return person && !person.isDisabled && person.platforms.includes(platform) ? person : null
}
