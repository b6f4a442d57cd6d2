/** Looks up how a user can sign in again. */
import { channelOf } from '@foyer/contract/contact'
import type { Proofs } from '@foyer/contract/errors'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { findUser } from '@foyer/contract/routes/sign-in'
import { call } from '../../api/call.ts'
import { readLastPerson } from '../../session/last-person.ts'
import type { StoredUser } from '../../session/stored-auth.ts'

export type KnownProofs = {
  /** What the user signs in with. */
  identifier: string
  /** Null if only the sign-in page can sign the user in. */
  proofs: Proofs | null
}

/** Returns whether this browser can ask for passkeys. */
export function hasPasskeys(): boolean {
  return window.PublicKeyCredential !== undefined
}

/** Rejects if the service cannot be reached. */
export async function findProofs(platform: Platform, { uuid, email }: StoredUser): Promise<KnownProofs> {
  const last = readLastPerson(platform)
  const identifier = email ?? (last?.uuid === uuid ? last.identifier : null)
  if (!identifier) return { identifier: '', proofs: null }
  const { product, form } = platformRow(platform)
  // Nobody without a proof learns whether a user has a passkey, so the browser's own memory decides what comes first.
  const hasPasskey = hasPasskeys() && last?.uuid === uuid && last.method === 'passkey'
  // The sign-in form of these platforms looks nobody up and takes no code.
  if (form !== 'identifier')
    return { identifier, proofs: { hasPasskey, hasTotp: false, hasPassword: true, code: null } }
  const answer = await call(findUser, { body: { userId: identifier, product, platform } })
  if (!answer.isSuccessful && (answer.isNetworkFailure || answer.is500))
    throw new Error('The look-up has no answer')
  if (!answer.isSuccessful) return { identifier, proofs: null }
  const code = { medium: channelOf(identifier), contact: identifier }
  return { identifier, proofs: { hasPasskey, hasTotp: false, hasPassword: answer.data.hasPassword, code } }
}
