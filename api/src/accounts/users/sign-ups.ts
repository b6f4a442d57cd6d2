/** Where accounts came from. Owner of the table sign_ups. */
import type { Platform } from '@foyer/contract/platforms'
import type { UtmParams } from '@foyer/contract/routes/sign-up'
import type { Db } from '../../db/connect.ts'

type SignUp = { userId: string; platform: Platform; source: string; utmParams: UtmParams }

export async function noteSignUp(db: Db, { utmParams, ...signUp }: SignUp): Promise<void> {
  await db
    .insertInto('signUps')
    .values({ ...signUp, utm: JSON.stringify(utmParams) })
    .execute()
}

/** The origin of an account; undefined for one that nobody signed up for. */
export function findSignUp(db: Db, userId: string) {
  return db
    .selectFrom('signUps')
    .select(['platform', 'source', 'utm', 'createdAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

export async function deleteSignUp(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('signUps').where('userId', '=', userId).execute()
}
