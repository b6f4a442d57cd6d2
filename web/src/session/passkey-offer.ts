/**
 * Decides whether a user who has just signed in without a passkey is offered one, or gets one from the password manager
 * without a question (docs/decisions/passkeys.md).
 */
import type { Platform } from '@foyer/contract/platforms'
import { addPasskey, startPasskey } from '@foyer/contract/routes/passkeys'
import { expiringRecord } from '../api/storage/expiring-record.ts'
import { passkeyOfferKey, passkeyOfferLifeMs } from '../api/storage/storage-keys.ts'
import { isSharedComputer } from './last-person.ts'
import { claimOf } from './refresh.ts'
import { callSignedIn } from './signed-in-call.ts'
import { hasSignedInHere, takeEnrolment } from './signed-in-here.ts'
import { readStoredAuth, type StoredAuth } from './stored-auth.ts'
import { isByPasskey, methodsOf } from './token-methods.ts'

const records = expiringRecord<object>('localStorage', passkeyOfferKey, {}, passkeyOfferLifeMs)
/** The users who need no offer, also in a browser that keeps nothing. */
const settled = new Set<string>()

/** The token of a sign-in is issued with the proof; that of a continued or an older session is younger than its proof. */
const newProofSeconds = 60

/** Remembers for 90 days that the user was asked, or has a passkey. A shared computer remembers nobody. */
export function settleOffer(uuid: string): void {
  settled.add(uuid)
  if (!isSharedComputer()) records.write({}, uuid)
}

/** Returns false at once for a user who gets no offer here, so that the handover does not wait. */
export function mayOffer(platform: Platform): boolean {
  const auth = readStoredAuth(platform)
  if (!auth || !window.PublicKeyCredential || isSharedComputer() || window.top !== window) return false
  if (!hasSignedInHere(platform)) return false
  return isNewProof(auth) && !settled.has(auth.user.uuid) && !records.read(auth.user.uuid)
}

/** Asks device and service whether to offer the user a passkey now, which happens once. */
export async function isOfferDue(platform: Platform): Promise<boolean> {
  const auth = readStoredAuth(platform)
  if (!auth) return false
  const [canVerify, isSilent] = await Promise.all([
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false),
    canMakeSilently(auth),
  ])
  if (!canVerify && !isSilent) return false
  const asked = await callSignedIn(platform, startPasskey, {}, { reload: false })
  if (asked === 'reloading' || !asked.isSuccessful) return false
  settleOffer(auth.user.uuid)
  const { options } = asked.data
  if (Array.isArray(options.excludeCredentials) && options.excludeCredentials.length > 0) return false
  return !(isSilent && (await makeSilently(platform, options))) && canVerify
}

function isNewProof({ accessToken }: StoredAuth): boolean {
  const age = Number(claimOf(accessToken, 'iat')) - Number(claimOf(accessToken, 'auth_time'))
  return age < newProofSeconds && !isByPasskey(accessToken)
}

/** Returns true after a sign-in with a password in a browser that makes passkeys by itself (WebAuthn §5.1.3, conditional create). */
async function canMakeSilently({ accessToken }: StoredAuth): Promise<boolean> {
  if (!methodsOf(accessToken).includes('pwd') || !PublicKeyCredential.getClientCapabilities) return false
  const { conditionalCreate = false } = await PublicKeyCredential.getClientCapabilities().catch(
    () => ({}) as PublicKeyCredentialClientCapabilities,
  )
  return conditionalCreate
}

/** The browser makes a passkey only if its password manager has just filled in the password. */
async function makeSilently(platform: Platform, options: object): Promise<boolean> {
  const module = await import('./make-passkey.ts').catch(() => null)
  const credential = await module?.makePasskey(options, { isSilent: true })
  if (!credential || typeof credential === 'string') return false
  const added = await callSignedIn(platform, addPasskey, { body: { credential } }, { reload: false })
  const isAdded = added !== 'reloading' && added.isSuccessful
  // A passkey is two factors, so nothing else is to be set up.
  if (isAdded) takeEnrolment(platform)
  return isAdded
}
