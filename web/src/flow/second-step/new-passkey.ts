/** Has the browser make a passkey as a second factor. */
import type { Attestation, startPasskey } from '@foyer/contract/routes/passkeys'
import type { Result } from '@foyer/contract/routes/route'
import { type Failure, networkFailure, type Success } from '../../api/failure.ts'

/** A frame of a platform may use passkeys and makes none. */
export const canMakePasskey = () => window.PublicKeyCredential !== undefined && window.top === window

/** Answers null if the user made no passkey. */
export async function newPasskey<Added>(
  start: () => Promise<Success<Result<typeof startPasskey>> | Failure>,
  finish: (credential: Attestation) => Promise<Success<Added> | Failure>,
): Promise<Success<Added> | Failure | null> {
  const offered = await start()
  if (!offered.isSuccessful) return offered
  const module = await import('../../session/make-passkey.ts').catch(() => null)
  if (!module) return networkFailure()
  const credential = await module.makePasskey(offered.data.options)
  return typeof credential === 'string' ? null : finish(credential)
}
