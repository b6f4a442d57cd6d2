/** Signs a user in with a passkey: it names the user and is two factors at once (docs/decisions/passkeys.md). */

import type { signInWithPasskey as route, startPasskeySignIn } from '@foyer/contract/routes/passkeys'
import type { Given, Result } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { findPasskey, notePasskeyUse } from '../../identity/credentials/passkeys.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { findKnownBrowser, rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import {
  challengeMs,
  consumePasskeyChallenge,
  createPasskeyChallenge,
} from '../../identity/tokens/passkey-challenges.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { RequestTo, Services } from '../../services.ts'
import { checkAssertion, userHandleOf } from './relying-party.ts'

/** Names no credentials: the browser lets its user choose, and the answer tells nothing about an account. */
export async function startSignIn({
  db,
  config,
}: Pick<Services, 'db' | 'config'>): Promise<Result<typeof startPasskeySignIn>> {
  const options = await generateAuthenticationOptions({
    rpID: config.passkeyRpId,
    challenge: await createPasskeyChallenge(db),
    userVerification: 'required',
    timeout: challengeMs,
  })
  return { options: { ...options } }
}

type Request = RequestTo<typeof route>

export async function signInWithPasskey(services: Services, request: Request): Promise<Session> {
  const { db, outbox } = services
  const { body, requestContext, browser } = request
  const { user, passkey, counter } = await identify(services, request)
  const userId = user.id
  const platform = await platformFor(services, user, request)
  const isKnownBrowser = (await findKnownBrowser(db, { browser, userId })) !== null
  const recorded = { requestContext, userId, platform, details: { method: 'passkey' } }
  const { mayNotify } = await countSignIn(services, { userId, isKnownBrowser }, recorded)
  const session = await db.transaction().execute(async (trx) => {
    if (!(await notePasskeyUse(trx, { id: passkey.id, counter }))) return null
    const browserId = await rememberBrowser(trx, browser, userId)
    const amr = [passkey.isSynced ? 'swk' : 'hwk', 'user']
    return startSession(trx, outbox, { user, platform, amr, requestContext, browser, browserId, mayNotify })
  })
  if (session) return issueSession(services, session, user)
  throw await refused(services, { requestContext, userId, platform: body.platform ?? null, cause: 'counter' })
}

type Identified = { user: User; passkey: { id: string; isSynced: boolean }; counter: number }

/** Finds the owner of the passkey, and checks what it signed. */
async function identify(services: Services, { body, requestContext }: Request): Promise<Identified> {
  const { db, config } = services
  const { credential, platform = null } = body
  const found = await findPasskey(db, Buffer.from(credential.id, 'base64url'))
  if (!found) throw new Failure('passkey-unknown')
  const { userId } = found
  const consume = (challenge: string) => consumePasskeyChallenge(db, challenge)
  const checked = await checkAssertion({ config, consume }, credential, found.publicKey)
  const { userHandle } = credential.response
  const isOwners = !userHandle || userHandle === userHandleOf(userId).toString('base64url')
  if (!checked || !isOwners)
    throw await refused(services, { requestContext, userId, platform, cause: 'signature' })
  const user = await findUser(db, { id: userId })
  if (!user || user.isDisabled)
    throw await refused(services, { requestContext, userId, platform, cause: 'disabled' })
  return { user, passkey: found, counter: checked.counter }
}

async function platformFor({ db }: Services, user: User, { body, requestContext }: Request) {
  const { product, platform } = body
  const chosen = chooseMembership(user.platforms, { product, platform })
  if (chosen) return chosen
  const recorded = { requestContext, userId: user.id, platform: platform ?? null }
  throw await noMembership(db, { user, proof: 'Your passkey is right', platform }, recorded)
}

/** Records why a passkey was refused. The answer is the same for every cause. */
async function refused(
  { db }: Pick<Services, 'db'>,
  {
    cause,
    ...recorded
  }: Pick<Request, 'requestContext'> & {
    userId: string
    platform: Given<typeof route>['body']['platform'] | null
    cause: 'signature' | 'counter' | 'disabled'
  },
): Promise<Failure> {
  const { platform = null, ...rest } = recorded
  await recordEvent(db, { event: 'passkey-refused', ...rest, platform, details: { cause } })
  return new Failure('passkey-refused')
}
