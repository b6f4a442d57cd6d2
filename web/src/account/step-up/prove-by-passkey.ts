/** Proves the session again by a passkey of its user. */
import type { Platform } from '@foyer/contract/platforms'
import { startPasskeyStepUp, stepUp } from '@foyer/contract/routes/step-up'
import { endedSession } from '../../api/browser-failure.ts'
import { type Failure, networkFailure, type Success } from '../../api/failure.ts'
import { callSignedIn } from '../../session/signed-in-call.ts'

/** Returns null if the user chose no passkey. */
export async function proveByPasskey(platform: Platform): Promise<Success<unknown> | Failure | null> {
  const asked = await callSignedIn(platform, startPasskeyStepUp, {}, { reload: false })
  if (asked === 'reloading') return endedSession()
  if (!asked.isSuccessful) return asked
  const module = await import('../../session/choose-passkey.ts').catch(() => null)
  if (!module) return networkFailure()
  const { options } = asked.data
  const credential = await module.choosePasskey(options)
  if (!credential) return null
  const answer = await callSignedIn(platform, stepUp, { body: { credential } }, { reload: false })
  if (answer === 'reloading') return endedSession()
  if (!answer.isSuccessful && answer.errors.code === 'passkey-unknown')
    module.signalUnknownPasskey(options, credential)
  return answer
}
