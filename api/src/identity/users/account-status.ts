/** Decides whether a user may use a platform: the account must be enabled, and a member of the platform. */
import type { Platform } from '@foyer/contract/platforms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { findUser, type User } from './find-user.ts'
import { isMember } from './memberships.ts'
import { isEnabled } from './users.ts'

export function isActiveMemberOf(user: User, platform: Platform): boolean {
  return !user.isDisabled && user.platforms.includes(platform)
}

/** Finds a user who may use the platform; null for any other user. */
export async function findActiveMember(
  db: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<User | null> {
  const user = await findUser(db, { id: userId })
  return user && isActiveMemberOf(user, platform) ? user : null
}

/** The same condition in SQL, for the user and platform in two columns of a row. */
export function isActiveMember(userId: string, platform: string): RawBuilder<boolean> {
  return sql<boolean>`(${isEnabled(userId)} and ${isMember(userId, platform)})`
}
