/**
 * Stores the block lists: the users and schools that may not see a user's profile. Only this folder writes the table
 * profile_blocks.
 */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

export type ProfileBlock = {
  id: string
  schoolId: string | null
  name: string
  username: string | null
  createdAt: Date
}

const columns = ['id', 'schoolId', 'name', 'username', 'createdAt'] as const

/** Lists the newest blocks first. */
export function listBlocks(db: Db, userId: string): Promise<ProfileBlock[]> {
  return db
    .selectFrom('profileBlocks')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

export type NewBlock = { name: string } & ({ blockedUserId: string; username: string } | { schoolId: string })

/** Blocks a user or a school. An existing entry remains and gets the current name. */
export function addBlock(trx: Db, userId: string, blocked: NewBlock): Promise<ProfileBlock> {
  const { name } = blocked
  const username = 'username' in blocked ? blocked.username : null
  return trx
    .insertInto('profileBlocks')
    .values({ userId, blockedUserId: null, schoolId: null, username, ...blocked })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'schoolId' in blocked ? 'schoolId' : 'blockedUserId'])
        .doUpdateSet({ name, username }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Returns false for an unknown entry. */
export async function removeBlock(trx: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('profileBlocks')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns whether the user blocks this viewer, or a school that the viewer has access to. */
export async function isBlocked(db: Db, userId: string, viewerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from profile_blocks where user_id = ${userId} and (blocked_user_id = ${viewerId}
      or school_id in (select school_id from school_access where user_id = ${viewerId})) limit 1`.execute(db)
  return rows.length > 0
}
