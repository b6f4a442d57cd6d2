/** Says which stored picture a user shows; with users.ts it writes the user's `picture_url`. */
import { getPicture } from '@foyer/contract/routes/pictures'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { type OwnedFile, pictureFiles } from '../../kernel/storage/owned-files.ts'
import { lockContacts } from './users.ts'

const picturePath = (id: string) => getPicture.path.replace(':id', id)

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
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ pictureUrl: picturePath(id), updatedAt: sql<Date>`clock_timestamp()` })
      .where('id', '=', userId)
      .where('pictureUrl', 'is', null)
      .where('pictureRemovedAt', 'is', null)
      .where(
        sql<boolean>`exists (select from identities where user_id = ${userId} and provider = ${provider})`,
      )
      .executeTakeFirstOrThrow()
    const isGiven = numUpdatedRows > 0n
    if (isGiven) await pictureFiles.give(trx, id, userId)
    return isGiven
  })
}

/**
 * Gives a user a picture; null removes the picture, and no provider's picture replaces it. Returns the former pictures, whose
 * files the caller deletes. Call it in a transaction that has locked the user's row.
 */
export async function replacePicture(trx: Db, userId: string, id: string | null): Promise<OwnedFile[]> {
  const now = sql<Date>`clock_timestamp()`
  const pictureUrl = id && picturePath(id)
  await trx
    .updateTable('users')
    .set({ pictureUrl, pictureRemovedAt: id ? null : now, updatedAt: now })
    .where('id', '=', userId)
    .execute()
  return pictureFiles.replace(trx, userId, id)
}

/** Removes all pictures of a user. The job for unused pictures deletes their files. */
export async function removePictures(trx: Db, userId: string): Promise<void> {
  const none = { pictureUrl: null, pictureRemovedAt: null }
  await trx.updateTable('users').set(none).where('id', '=', userId).execute()
  await pictureFiles.takeFrom(trx, userId)
}

export function listPictures(db: Db, userId: string): Promise<{ id: string }[]> {
  return db.selectFrom('pictures').select('id').where('userId', '=', userId).execute()
}
