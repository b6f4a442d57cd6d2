/** The call that changes a password; the session that asks stays open. */
import type { Platform } from '@foyer/contract/platforms'
import { changePassword } from '@foyer/contract/settings'
import type { Effects } from '../flow/step-machine.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import type { ChangeContext, ChangeEffect, ChangeEvent } from './change-password-machine.ts'

/** `onChanged` takes over once it is done. */
export function changeEffects(
  platform: Platform,
  onChanged: () => void,
): Effects<ChangeEvent, ChangeContext, ChangeEffect> {
  return {
    async save({ currentPassword, password1, password2 }, send, signal) {
      const body = { currentPassword, password1, password2 }
      // A reload would lose what was typed.
      const answer = await callSignedIn(platform, changePassword, { body }, { reload: false })
      if (signal.aborted || answer === 'reloading') return
      send(answer.isSuccessful ? { type: 'changed' } : { type: 'refused', failure: answer })
    },
    leave: onChanged,
  }
}
