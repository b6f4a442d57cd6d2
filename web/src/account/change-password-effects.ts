/** Calls the service to change the password; the session of this browser stays open. */
import type { Platform } from '@foyer/contract/platforms'
import { changePassword } from '@foyer/contract/routes/settings'
import { sentenceOf } from '../api/failure.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { storeBanner } from '../session/banner.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import type { ChangeContext, ChangeEffect, ChangeEvent } from './change-password-machine.ts'

type Outcomes = {
  onChanged: () => void
  /** The session had ended, perhaps by a password change in another browser. */
  onSignedOut: () => void
}

export function changeEffects(
  platform: Platform,
  { onChanged, onSignedOut }: Outcomes,
): Effects<ChangeEvent, ChangeContext, ChangeEffect> {
  return {
    async save({ currentPassword, password1, password2 }, send, signal) {
      const body = { currentPassword, password1, password2 }
      // A reload would lose the typed passwords.
      const answer = await callSignedIn(platform, changePassword, { body }, { reload: false })
      if (signal.aborted || answer === 'reloading') return
      if (answer.isSuccessful) return send({ type: 'changed' })
      send({ type: 'refused', failure: answer })
      if (readStoredAuth(platform)) return
      storeBanner(sentenceOf(answer))
      onSignedOut()
    },
    leave: onChanged,
  }
}
