/** Adds a passkey that the browser makes: asks the service for the options, then the browser, then the service again. */
import type { Attestation, startPasskey } from '@foyer/contract/routes/passkeys'
import type { Result } from '@foyer/contract/routes/route'
import { blankFailure, type Failure, networkFailure, type Success } from '../api/failure.ts'

/** Why the browser made no passkey. */
const sentences = {
  'has-one': 'This device or password manager has a passkey for your account already.',
  cancelled:
    'Your device made no passkey. It needs a screen lock: a fingerprint, your face or a PIN. Try again, or use another device.',
} as const

/** A frame of a platform may use passkeys and makes none. */
export const canMakePasskey = () => window.PublicKeyCredential !== undefined && window.top === window

/** Answers with the first failure, of a call or of the browser. `Other` is an answer of a call that is passed on. */
export async function newPasskey<Added, Other extends string = never>(
  start: () => Promise<Success<Result<typeof startPasskey>> | Failure | Other>,
  finish: (credential: Attestation) => Promise<Success<Added> | Failure | Other>,
): Promise<Success<Added> | Failure | Other> {
  const offered = await start()
  if (typeof offered === 'string' || !offered.isSuccessful) return offered
  const module = await import('./make-passkey.ts').catch(() => null)
  if (!module) return networkFailure()
  const credential = await module.makePasskey(offered.data.options)
  if (typeof credential === 'string') return { ...blankFailure, errors: { detail: sentences[credential] } }
  return finish(credential)
}
