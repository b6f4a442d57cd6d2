/**
 * Proves an open session again by a passkey, the password or a code of its user, under the lockout and the limits of a
 * sign-in (docs/decisions/step-up.md). The session then has the time and the methods of this proof.
 */

import type { Assertion } from '@foyer/contract/routes/passkeys'
import type { Given } from '@foyer/contract/routes/route'
import type { stepUp } from '@foyer/contract/routes/step-up'
import { notePasskeyUse } from '../../identity/credentials/passkeys.ts'
import { checkOwnPassword, wrongPassword } from '../../identity/sessions/attempt-password.ts'
import { moveToBrowserSession } from '../../identity/sessions/browser-sessions.ts'
import { noteProof } from '../../identity/sessions/sessions.ts'
import type { Challenge } from '../../identity/tokens/otp-challenges.ts'
import { consumePasskeyChallenge } from '../../identity/tokens/passkey-challenges.ts'
import { usableContact } from '../../identity/users/contacts.ts'
import { opensByOtp } from '../../identity/users/platforms-by-otp.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { countSignIn, signInLimitOf } from '../../kernel/limits/sign-in-limit.ts'
import type { RequestTo, Services } from '../../services.ts'
import { type AlreadyUsed, alreadyUsed, attemptOwnCode, type Refused } from '../accounts/attempt-code.ts'
import { checkPasskey, refusePasskey } from '../accounts/check-passkey.ts'
import { consumeOwnCode } from '../accounts/consume-code.ts'
import { proveFirstContact } from '../accounts/first-contact-proof.ts'
import { bySecondFactor, refuseWeakerProof } from './by-second-factor.ts'

type Proof = Given<typeof stepUp>['body']
type Request = Omit<RequestTo<typeof stepUp>, 'body'>

export async function proveAgain(
  services: Services,
  { password, token = '', otp: code = '', credential, totp, recoveryCode }: Proof,
  request: Request,
): Promise<undefined> {
  if (totp !== undefined || recoveryCode !== undefined)
    return bySecondFactor(services, { totp, recoveryCode }, request)
  if (credential) return byPasskey(services, credential, request)
  await refuseWeakerProof(services, request)
  if (password !== undefined) return byPassword(services, password, request)
  const attempted = { purpose: 'step_up', token, code } as const
  await attemptOwnCode(services, request, attempted, (challenge) => byCode(services, challenge, request))
  return undefined
}

async function byPassword(services: Services, password: string, request: Request): Promise<undefined> {
  const { userId } = request.caller
  // No mail tells the user of a new browser: the session in it exists already.
  const limit = signInLimitOf(services, { userId, isKnownBrowser: true })
  const hash = await checkOwnPassword(services, password, { ...request, limit })
  if (hash === null) throw wrongPassword()
  // A password that is replaced meanwhile ends this session, and `note` then changes nothing.
  await services.db.transaction().execute((trx) => note(trx, ['pwd'], request))
  return undefined
}

/** Accepts only a passkey of the session's user, with a challenge that was made for this session. */
async function byPasskey(services: Services, credential: Assertion, request: Request): Promise<undefined> {
  const { db } = services
  const { userId, sessionId, platform } = request.caller
  const recorded = { requestContext: request.requestContext, sessionId, platform }
  const consume = (challenge: string) =>
    consumePasskeyChallenge(db, 'stepUp', challenge, { userId, sessionId })
  const passkey = await checkPasskey(services, { credential, owner: userId, consume, recorded })
  await countSignIn(services, { userId, isKnownBrowser: true }, { ...recorded, userId })
  const isNoted = await db.transaction().execute(async (trx) => {
    if (!(await notePasskeyUse(trx, passkey))) return false
    await note(trx, passkey.amr, request)
    return true
  })
  if (!isNoted) throw await refusePasskey(services, userId, 'counter', recorded)
  return undefined
}

/** Returns null for a user who was disabled meanwhile. Rows are locked in the order of a sign-in: the code, then the user. */
async function byCode(
  { db, config, outbox }: Services,
  challenge: Challenge,
  request: Request,
): Promise<{ kind: 'opened' } | AlreadyUsed | Refused | null> {
  const { caller, requestContext, browser } = request
  return db.transaction().execute(async (trx) => {
    const user = await consumeOwnCode(trx, challenge, caller)
    if (!user) return alreadyUsed
    const contact = usableContact(user, { id: challenge.contactId }, true)
    if (!contact) return null
    if (!opensByOtp(config, caller.platform))
      return { kind: 'refused', error: new Failure('password-needed') }
    await proveFirstContact(trx, outbox, { user, contact, browser, isOwnSession: true, requestContext })
    await note(trx, ['otp'], request)
    return { kind: 'opened' }
  })
}

async function note(
  trx: Db,
  amr: string[],
  { caller: { userId, sessionId, platform }, requestContext, browser }: Request,
): Promise<void> {
  // A copy of the cookie must not continue from the proof.
  await moveToBrowserSession(trx, browser, sessionId)
  if (!(await noteProof(trx, sessionId, amr))) throw new Failure('session-ended')
  await recordEvent(trx, {
    ...{ event: 'step-up', requestContext, userId, sessionId, platform },
    details: { method: amr.join(' ') },
  })
}
