/** Signs a user in with a passkey: it names the user and is two factors at once (docs/decisions/passkeys.md). */

import type { signInWithPasskey as route, startPasskeySignIn } from '@foyer/contract/routes/passkeys'
import type { Result } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { notePasskeyUse } from '../../identity/credentials/passkeys.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { findKnownBrowser, rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import {
  challengeMs,
  consumePasskeyChallenge,
  createPasskeyChallenge,
} from '../../identity/tokens/passkey-challenges.ts'
import { keepProof } from '../../identity/tokens/proof-tokens.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import type { Failure } from '../../kernel/failure.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { RequestTo, Services } from '../../services.ts'
import { type CheckedPasskey, checkPasskey, refusePasskey } from '../accounts/check-passkey.ts'

/** Names no credentials: the browser lets its user choose, and the answer tells nothing about an account. */
export async function startSignIn({
  db,
  config,
}: Pick<Services, 'db' | 'config'>): Promise<Result<typeof startPasskeySignIn>> {
  const options = await generateAuthenticationOptions({
    rpID: config.passkeyRpId,
    challenge: await createPasskeyChallenge(db, 'signIn'),
    userVerification: 'required',
    timeout: challengeMs,
  })
  return { options: { ...options } }
}

type Request = RequestTo<typeof route>

export async function signInWithPasskey(services: Services, request: Request): Promise<Session> {
  const { db } = services
  const { body, requestContext, browser } = request
  const { user, passkey } = await identify(services, request)
  const userId = user.id
  const platform = chooseMembership(user.platforms, { product: body.product, platform: body.platform })
  if (!platform) throw await atWrongPlatform(services, { user, passkey }, request)
  const isKnownBrowser = (await findKnownBrowser(db, { browser, userId })) !== null
  const recorded = { requestContext, userId, platform, details: { method: 'passkey' } }
  const { mayNotify } = await countSignIn(services, { userId, isKnownBrowser }, recorded)
  const { amr } = passkey
  const opening = await db.transaction().execute(async (trx) => {
    if (!(await notePasskeyUse(trx, passkey))) return null
    const browserId = await rememberBrowser(trx, browser, userId)
    return startSession(trx, services, { user, platform, amr, requestContext, browser, browserId, mayNotify })
  })
  if (opening?.kind === 'refused') throw opening.error
  if (opening) return issueSession(services, opening.session, user)
  throw await refusePasskey(services, userId, 'counter', { requestContext, platform: body.platform ?? null })
}

/** Finds the owner of the passkey, and checks what it signed. */
async function identify(
  services: Services,
  { body, requestContext }: Request,
): Promise<{ user: User; passkey: CheckedPasskey }> {
  const { db } = services
  const { credential, platform = null, user: owner } = body
  const recorded = { requestContext, platform }
  const consume = (challenge: string) => consumePasskeyChallenge(db, 'signIn', challenge)
  const passkey = await checkPasskey(services, { credential, owner, consume, recorded })
  const { userId } = passkey
  const user = await findUser(db, { id: userId })
  if (!user || user.isDisabled) throw await refusePasskey(services, userId, 'disabled', recorded)
  return { user, passkey }
}

/** Returns the refusal with the user's platforms, and the proof that opens one of them or adds one that is open to sign-up. */
async function atWrongPlatform(
  services: Services,
  { user, passkey }: { user: User; passkey: CheckedPasskey },
  { body: { platform }, requestContext }: Request,
): Promise<Failure> {
  const { db } = services
  const recorded = { requestContext, platform: platform ?? null }
  const [key = ''] = passkey.amr
  const token = await db
    .transaction()
    .execute(async (trx) =>
      (await notePasskeyUse(trx, passkey)) ? keepProof(trx, user.id, { passkeyId: passkey.id, key }) : null,
    )
  if (token === null) return refusePasskey(services, user.id, 'counter', recorded)
  const proven = { user, proof: 'Your passkey is right', platform, token }
  return noMembership(db, proven, { ...recorded, userId: user.id })
}
