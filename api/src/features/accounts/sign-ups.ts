/** Keeps the origin of accounts that users signed up for. Owner of the table sign_ups. */
import type { Platform } from '@foyer/contract/platforms'
import type { UtmParams } from '@foyer/contract/routes/sign-up'
import type { Db } from '../../kernel/db/connect.ts'

type SignUp = { userId: string; platform: Platform; source: string; utmParams: UtmParams }

/** Stores the origin of an account. The first one stays. */
export async function storeSignUp(db: Db, { utmParams, ...signUp }: SignUp): Promise<void> {
  await db
    .insertInto('signUps')
    .values({ ...signUp, utm: JSON.stringify(utmParams) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Finds the origin of an account; undefined for an account that an operator or an invitation created. */
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
