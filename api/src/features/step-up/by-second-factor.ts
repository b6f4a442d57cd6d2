/** Proves an open session again by a second factor of its user. */

import type { stepUp } from '@foyer/contract/routes/step-up'
import { mustProveByTwo } from '../../identity/sessions/assurance.ts'
import { moveToBrowserSession } from '../../identity/sessions/browser-sessions.ts'
import { noteSecondFactor } from '../../identity/sessions/sessions.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { attemptSecondFactor } from '../accounts/attempt-second-factor.ts'
import { proofNeeded } from './require-proof.ts'

type Request = Omit<RequestTo<typeof stepUp>, 'body'>
type Given = Pick<RequestTo<typeof stepUp>['body'], 'totp' | 'recoveryCode'>

/** The session keeps its first factor and has the second one in addition. */
export async function bySecondFactor(services: Services, given: Given, request: Request): Promise<undefined> {
  const { caller, requestContext, browser } = request
  const { userId, sessionId, platform } = caller
  const method = await attemptSecondFactor(services, given, {
    ...{ ...request, userId, recorded: { sessionId, platform } },
  })
  await services.db.transaction().execute(async (trx) => {
    // A copy of the cookie must not continue from the proof.
    await moveToBrowserSession(trx, browser, sessionId)
    if (!(await noteSecondFactor(trx, sessionId, { isProof: true }))) throw new Failure('session-ended')
    await recordEvent(trx, {
      ...{ event: 'step-up', requestContext, userId, sessionId, platform },
      details: { method },
    })
  })
  return undefined
}

/** Refuses a password or a code of a user who proves changes by two factors. */
export async function refuseWeakerProof(services: Services, { caller }: Request): Promise<void> {
  if (await mustProveByTwo(services.db, services.config, caller.userId))
    throw await proofNeeded(services, caller)
}
