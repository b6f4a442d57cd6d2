/**
 * Reads and writes the tracking record of a sign-up under the caller's own email (product 3, 7.7). Records are
 * encrypted and never change. Only this file writes the table signup_tracking.
 */
import { signupTracking } from '@foyer/contract/routes/signup-tracking'
import * as v from 'valibot'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { emailKey, readEmail, spelledKey } from '../../identity/users/identifier.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Services } from '../../services.ts'

type SignupTracking = v.InferOutput<typeof signupTracking>

const purpose = 'signup-tracking'

export async function readSignup(
  services: Services,
  caller: Caller,
  email: string,
): Promise<{ data: SignupTracking } | null> {
  const { db, keyring } = services
  const key = await ownKey(services, caller, email)
  const row = await db.selectFrom('signupTracking').select('data').where('key', '=', key).executeTakeFirst()
  return row ? { data: opened(keyring, row.data) } : null
}

/** Stores the record; does not change an existing one. */
export async function trackSignup(
  services: Services,
  caller: Caller,
  { email, data }: { email: string; data: SignupTracking },
): Promise<{ isCreated: boolean }> {
  const { userId } = caller
  const key = await ownKey(services, caller, email)
  if (data.uuid !== userId) throw new Failure('no-access')
  if (emailKey(data.email) !== emailKey(email)) {
    throw new Failure('invalid-request', { fields: { 'data.email': 'Must be the address of the document' } })
  }
  const sealed = services.keyring.encrypt(purpose, JSON.stringify(data))
  return changeAsUser(services, caller, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('signupTracking')
      .values({ key, userId, data: sealed })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return { isCreated: numInsertedOrUpdatedRows === 1n }
  })
}

/** Lists every record of a user, decrypted. */
export async function listTracking(
  { db, keyring }: { db: Db; keyring: Keyring },
  userId: string,
): Promise<SignupTracking[]> {
  const rows = await db.selectFrom('signupTracking').select('data').where('userId', '=', userId).execute()
  return rows.map(({ data }) => opened(keyring, data))
}

export async function deleteTracking(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('signupTracking').where('userId', '=', userId).execute()
}

function opened(keyring: Keyring, sealed: Buffer): SignupTracking {
  return v.parse(signupTracking, JSON.parse(keyring.decrypt(purpose, sealed)))
}

/**
 * Returns the record's key. Throws `no-access` if the email is not the caller's, whether or not it belongs to an
 * account.
 */
async function ownKey({ db, keyring }: Services, caller: Caller, email: string): Promise<Buffer> {
  const contact = readEmail(email)
  const owner = await findUser(db, { identifier: contact })
  if (!contact || owner?.id !== caller.userId) throw new Failure('no-access')
  return keyring.lastingMac(purpose, spelledKey(contact.address))
}
