/** Reads and writes the signup tracking document of the caller's own address (product 3, 7.7). */
import { signupTracking } from '@foyer/contract/routes/documents'
import * as v from 'valibot'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { emailKey, readEmail, spelledKey } from '../../identity/users/identifier.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { findRecord, findRecordsOf, insertRecord } from './signup-tracking-records.ts'

type SignupTracking = v.InferOutput<typeof signupTracking>

const purpose = 'signup-tracking'

export async function readSignup(
  services: Services,
  caller: Caller,
  email: string,
): Promise<{ data: SignupTracking } | null> {
  const key = await ownKey(services, caller, email)
  const sealed = await findRecord(services.db, key)
  if (!sealed) return null
  return { data: v.parse(signupTracking, JSON.parse(services.keyring.decrypt(purpose, sealed))) }
}

export async function trackSignup(
  services: Services,
  caller: Caller,
  { email, data }: { email: string; data: SignupTracking },
): Promise<{ isCreated: boolean }> {
  const key = await ownKey(services, caller, email)
  if (data.uuid !== caller.userId) throw new Failure('no-access')
  if (emailKey(data.email) !== emailKey(email)) {
    throw new Failure('invalid-request', { fields: { 'data.email': 'Must be the address of the document' } })
  }
  const sealed = services.keyring.encrypt(purpose, JSON.stringify(data))
  return changeAsUser(services, caller, async (trx) => ({
    isCreated: await insertRecord(trx, { key, userId: caller.userId, data: sealed }),
  }))
}

/** Lists every record of a user, decrypted. */
export async function listTracking(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  userId: string,
): Promise<SignupTracking[]> {
  const records = await findRecordsOf(db, userId)
  return records.map((sealed) => v.parse(signupTracking, JSON.parse(keyring.decrypt(purpose, sealed))))
}

/** Throws `no-access` for an address that is not the caller's, whether or not it has an account. */
async function ownKey({ db, keyring }: Services, caller: Caller, email: string): Promise<Buffer> {
  const contact = readEmail(email)
  const owner = await findUser(db, { identifier: contact })
  if (!contact || owner?.id !== caller.userId) throw new Failure('no-access')
  return keyring.lastingMac(purpose, spelledKey(contact.address))
}
