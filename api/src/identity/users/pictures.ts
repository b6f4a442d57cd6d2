/**
 * Keeps which stored picture belongs to which user. Owner of the table pictures; with users.ts it writes the user's
 * `picture_url`. A row without a user represents an unused file, which a job deletes.
 */
import { randomUUID } from 'node:crypto'
import { getPicture } from '@foyer/contract/routes/pictures'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { lockContacts } from './users.ts'

const picturePath = (id: string) => getPicture.path.replace(':id', id)

/** An unused file is deleted after this time. A younger file may still be given to a user. */
const unusedSeconds = 86_400

/** Adds the row of a file that is about to be stored; returns its id. */
export async function addPicture(db: Db): Promise<string> {
  const id = randomUUID()
  await db.insertInto('pictures').values({ id, userId: null }).execute()
  return id
}

/** Returns whether this user exists, has no picture and removed none. */
export async function lacksPicture(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('pictureUrl', 'is', null)
    .where('pictureRemovedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function findPicture(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('pictureUrl').where('id', '=', userId).executeTakeFirst()
  return row?.pictureUrl ?? null
}

/**
 * Gives a user a stored picture of a provider. Returns false and changes nothing if the user has a picture, has removed one, or
 * is not linked to the provider any more: a proof of the mailbox by its owner unlinks an impostor's account.
 */
export async function giveFirstPicture(
  db: Kysely<Tables>,
  { id, userId, provider }: { id: string; userId: string; provider: SocialProvider },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // After the lock the statement sees what a concurrent proof of the mailbox has deleted.
    await lockContacts(trx, userId)
    const { numAffectedRows } = await sql`
      with given as (
        update users set picture_url = ${picturePath(id)}, updated_at = clock_timestamp()
        where id = ${userId} and picture_url is null and picture_removed_at is null
          and exists (select from identities where user_id = ${userId} and provider = ${provider})
        returning id
      )
      update pictures set user_id = given.id from given where pictures.id = ${id}`.execute(trx)
    return numAffectedRows === 1n
  })
}

/**
 * Gives a user a picture; null removes the picture, and no provider's picture replaces it. Returns the former pictures, whose
 * files the caller deletes. Call it in a transaction that has locked the user's row.
 */
export async function replacePicture(trx: Db, userId: string, id: string | null): Promise<{ id: string }[]> {
  const taken = await trx
    .updateTable('pictures')
    .set({ userId: null })
    .where('userId', '=', userId)
    .returning('id')
    .execute()
  const now = sql<Date>`clock_timestamp()`
  const pictureUrl = id && picturePath(id)
  await trx
    .updateTable('users')
    .set({ pictureUrl, pictureRemovedAt: id ? null : now, updatedAt: now })
    .where('id', '=', userId)
    .execute()
  if (id) await trx.updateTable('pictures').set({ userId }).where('id', '=', id).execute()
  return taken
}

/** Removes all pictures of a user. The job for unused pictures deletes their files. */
export async function takePictures(trx: Db, userId: string): Promise<void> {
  const none = { pictureUrl: null, pictureRemovedAt: null }
  await trx.updateTable('users').set(none).where('id', '=', userId).execute()
  await trx.updateTable('pictures').set({ userId: null }).where('userId', '=', userId).execute()
}

export function listPictures(db: Db, userId: string): Promise<{ id: string }[]> {
  return db.selectFrom('pictures').select('id').where('userId', '=', userId).execute()
}

/** Lists up to `limit` pictures that have had no user for a day. */
export function listUnusedPictures(db: Db, limit: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('pictures')
    .select('id')
    .where('userId', 'is', null)
    .where('createdAt', '<', sql<Date>`now() - make_interval(secs => ${unusedSeconds})`)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

/** Deletes rows whose files are deleted. */
export async function deletePictureRows(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('pictures').where('id', 'in', ids).execute()
}
