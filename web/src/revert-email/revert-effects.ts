/** Runs the effects of the link that undoes a change of the sign-in address. */
import { checkEmailRevert, revertEmail } from '@foyer/contract/profile/emails'
import { call } from '../api/call.ts'
import type { Failure } from '../api/failure.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { forgetToken } from './link-in-address.ts'
import type { DeadReason, RevertContext, RevertEffect, RevertEvent } from './revert-machine.ts'

export const revertEffects: Effects<RevertEvent, RevertContext, RevertEffect> = {
  async check({ token }, send, signal) {
    if (!token) return
    const answer = await call(checkEmailRevert, { params: { token } }, { signal })
    send(answer.isSuccessful ? { type: 'found', change: answer.data } : refusalOf(answer))
  },
  async revert({ token }, send, signal) {
    if (!token) return
    const answer = await call(revertEmail, { params: { token } }, { signal })
    send(answer.isSuccessful ? { type: 'done', resetPath: answer.data.resetPath } : refusalOf(answer))
  },
  leave({ resetPath }) {
    forgetToken()
    // Uses only path and query of the answer, so that the browser stays on this host.
    const { pathname, search } = new URL(resetPath, location.origin)
    location.replace(pathname + search)
  },
}

const deadReasons: Partial<Record<string, DeadReason>> = {
  'link-expired': 'expired',
  'link-used': 'used',
  'link-invalid': 'invalid',
  'invalid-request': 'invalid',
}

function refusalOf(failure: Failure): RevertEvent {
  const deadReason = deadReasons[failure.errors.code ?? '']
  return deadReason ? { type: 'linkRefused', deadReason } : { type: 'failed', failure }
}
