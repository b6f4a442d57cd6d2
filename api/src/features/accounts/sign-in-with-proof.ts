/**
 * Signs in the owner of an account who proves it in another form than sign-in, by its password or a one-time code. The lockout
 * and the limits of a sign-in apply. An unknown email and a disabled account are refused like a wrong proof.
 */

import type { Platform } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { joinPlatform } from '@foyer/contract/routes/sign-up'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { attemptPassword, wrongPassword } from '../../identity/sessions/attempt-password.ts'
import { identifyUser } from '../../identity/sessions/identify-user.ts'
import { findKnownBrowser, rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import { type StartedSession, startSession } from '../../identity/sessions/start-session.ts'
import type { OtpPurpose } from '../../identity/tokens/otp-challenges.ts'
import { productOf } from '../../identity/tokens/otp-checks.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import type { Identifier } from '../../identity/users/identifier.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Circumstances } from '../../kernel/http/handler.ts'
import { signInLimitOf } from '../../kernel/limits/sign-in-limit.ts'
import type { Services } from '../../services.ts'
import { type AlreadyUsed, attemptCode, type Refused, type RightCode } from './attempt-code.ts'
import { consumeCode } from './consume-code.ts'
import { type Proven, proveFirstContact } from './first-contact-proof.ts'

type Input = Given<typeof joinPlatform>
export type ProofRequest = Circumstances & { query: Input['query'] }

export type SignInWithProof = {
  identifier: Identifier
  proof: Input['body']['proof']
  /** The purpose of the codes that prove the account. */
  purpose: OtpPurpose
  platform: Platform
  /** The social provider of the user. The mail about the link then names the browser, so no other notice is sent. */
  provider?: SocialProvider
  /** Runs after the proof and before the transaction. */
  prepare?(userId: string): Promise<void>
  /** Changes the account after a code has proven it, in the transaction and before the session. */
  change?(trx: Db, proven: Proven): Promise<User>
  /** Writes the rows of the feature in the transaction that opens the session, and returns the changed user. */
  add(trx: Db, opened: Omit<SignedIn, 'endedSessions'> & { browserId: Buffer }): Promise<User>
}

export type SignedIn = { session: StartedSession; user: User; endedSessions: string[] }

export function signInWithProof(
  services: Services,
  signIn: SignInWithProof,
  request: ProofRequest,
): Promise<SignedIn> {
  const { password, token = '', otp: code = '' } = signIn.proof
  if (password !== undefined) return byPassword(services, signIn, password, request)
  const { purpose, platform } = signIn
  return attemptCode(
    services,
    { ...request, purpose, token, code, product: productOf(request.query), platform },
    (right) => byCode(services, signIn, right, request),
  )
}

async function byPassword(
  services: Services,
  signIn: SignInWithProof,
  password: string,
  { requestContext, browser, counted }: ProofRequest,
): Promise<SignedIn> {
  const { db } = services
  const { identifier, platform, provider } = signIn
  const identified = await identifyUser(services, { identifier })
  const userId = identified.user?.id ?? null
  const knownBrowser = await findKnownBrowser(db, { browser, userId })
  const details = provider && { provider }
  const recorded = { requestContext, userId, platform, ...(details && { details }) }
  const limit =
    userId === null ? undefined : signInLimitOf(services, { userId, isKnownBrowser: knownBrowser !== null })
  const attempted = { ...identified, password, knownBrowser, counted, recorded, limit }
  const checked = await attemptPassword(services, attempted)
  if (checked.kind === 'wrong') {
    const refused = { ...recorded, details: { ...details, cause: checked.cause } }
    await recordEvent(db, { event: 'sign-in-refused', ...refused })
    throw wrongPassword()
  }
  const { user, passwordHash, mayNotify } = checked
  await signIn.prepare?.(user.id)
  const opened = await db
    .transaction()
    .execute(async (trx) => {
      const browserId = await rememberBrowser(trx, browser, user.id)
      // Starts the session before `add`: it locks the password, which every transaction locks before the user.
      const started = { user, amr: ['pwd'], requestContext, browser, browserId, passwordHash, mayNotify }
      return start(services, trx, signIn, started)
    })
    .catch((error) => {
      throw error instanceof Failure && error.code === 'wrong-credentials' ? wrongPassword() : error
    })
  if (opened.kind === 'refused') throw opened.error
  return { ...opened, endedSessions: [] }
}

async function byCode(
  services: Services,
  signIn: SignInWithProof,
  { challenge, isKnownBrowser, mayNotify }: RightCode,
  { requestContext, browser }: ProofRequest,
): Promise<(SignedIn & { kind: 'opened' }) | AlreadyUsed | Refused | null> {
  const { db, outbox } = services
  const named = await findUser(db, { identifier: signIn.identifier })
  // The code proves the address that it was sent to, so that address must be the one in the form.
  if (!named || named.id !== challenge.userId || named.emailId !== challenge.contactId) return null
  await signIn.prepare?.(named.id)
  return db.transaction().execute(async (trx) => {
    const consumed = await consumeCode(trx, challenge, isKnownBrowser)
    if (consumed?.kind !== 'consumed') return consumed
    // An error from here on leaves the code valid, which has opened nothing.
    const { user: owner, contact } = consumed
    const proven = await proveFirstContact(trx, outbox, { user: owner, contact, browser, requestContext })
    const user = (await signIn.change?.(trx, proven)) ?? proven.user
    const browserId = await rememberBrowser(trx, browser, user.id)
    const { id: contactId } = contact
    const started = { user, amr: ['otp'], contactId, requestContext, browser, browserId, mayNotify }
    const { endedSessions } = proven
    const opened = await start(services, trx, signIn, started)
    return opened.kind === 'refused' ? opened : { ...opened, endedSessions }
  })
}

async function start(
  services: Services,
  trx: Db,
  { platform, provider, add }: SignInWithProof,
  started: Omit<Parameters<typeof startSession>[2], 'platform'>,
): Promise<(Omit<SignedIn, 'endedSessions'> & { kind: 'opened' }) | Refused> {
  const { user, browserId } = started
  const social = provider && { provider, amr: ['fed', ...started.amr], mayNotify: false }
  const opening = await startSession(trx, services, { ...started, platform, ...social })
  // A user with a second factor signs in first, and then adds what the form adds.
  if (opening.kind === 'refused') return opening
  const { session } = opening
  return { kind: 'opened', session, user: await add(trx, { session, user, browserId }) }
}
