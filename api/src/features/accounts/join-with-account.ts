/**
 * Adds what a sign-up makes to an account that exists: a platform, or a school with its platform. The user proves the
 * account with its password or a one-time code, under the lockout and limits of a sign-in; an unknown email and a disabled
 * account are refused like a wrong proof.
 */
import { wrongPasswordSentence } from '@foyer/contract/errors'
import type { Platform } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { joinPlatform } from '@foyer/contract/routes/sign-up'
import { comparePassword, storePassword } from '../../identity/credentials/credentials.ts'
import { causeOfRefusal } from '../../identity/credentials/refusal-cause.ts'
import { identifyUser } from '../../identity/sessions/identify-user.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import { findUserLockout } from '../../identity/sessions/user-lockouts.ts'
import type { OtpPurpose } from '../../identity/tokens/otp-challenges.ts'
import { productOf } from '../../identity/tokens/otp-checks.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { readEmailIdentifier } from '../../identity/users/identifier.ts'
import { setName } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { attempt } from '../../kernel/limits/lockout.ts'
import { returnAttempts } from '../../kernel/limits/rate-limit.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'
import { attemptCode, type RightCode, type Spent } from './attempt-code.ts'
import { refuseGuessable } from './open-account.ts'
import type { SignUpRequest, SignUpServices } from './sign-up-services.ts'
import { storeSignUp } from './sign-ups.ts'
import { useCode } from './use-code.ts'

type Input = Given<typeof joinPlatform>
/** What the forms of all sign-ups send. */
type Application = Omit<Input['body'], 'platform' | 'captcha'>

type Services = SignUpServices & { metrics: Metrics }

export type JoinRequest = SignUpRequest & {
  query: Input['query']
  warn(message: string, details: Record<string, number>): void
}

type Joining = {
  /** The purpose of the codes that prove the account. */
  purpose: OtpPurpose
  platform: Platform
  /** Counts the sign-up under limits of the feature, after the proof and before the transaction. */
  count?(userId: string): Promise<void>
  /** Writes what the sign-up makes and tells the owner, in the transaction that opens the session. */
  add(trx: Db, user: User): Promise<void>
}

export async function joinWithAccount(
  services: Services,
  application: Application,
  request: JoinRequest,
  joining: Joining,
): Promise<Session> {
  const { password, token = '', otp = '' } = application.proof
  return password === undefined
    ? byCode(services, application, { token, code: otp }, request, joining)
    : byPassword(services, application, password, request, joining)
}

async function byPassword(
  services: Services,
  application: Application,
  password: string,
  request: JoinRequest,
  joining: Joining,
): Promise<Session> {
  const { db, hasher, outbox } = services
  const { requestContext, browser, counted } = request
  const { platform } = joining
  const { email } = application
  const identifier = readEmailIdentifier(email)
  const { user, subject, passwordHash: stored } = await identifyUser(services, { identifier })
  const userId = user?.id ?? null
  const { key, isKnownBrowser } = await findUserLockout(services, { subject, userId, browser })
  const recorded = { requestContext, userId, platform }
  const hash = user?.isDisabled ? null : stored
  const passwordHash = await attempt(db, { key, counted, recorded }, () =>
    comparePassword(db, hasher, { hash, password }),
  )
  if (!user || passwordHash === null) {
    const details = { cause: causeOfRefusal(user) }
    await recordEvent(db, { event: 'sign-in-refused', ...recorded, details })
    throw wrongPassword()
  }
  const { mayNotify } = await countSignIn(services, { userId: user.id, isKnownBrowser }, recorded)
  await joining.count?.(user.id)
  const session = await db
    .transaction()
    .execute(async (trx) => {
      const browserId = await rememberBrowser(trx, browser, user.id)
      const start = { user, platform, amr: ['pwd'], requestContext, browserId, passwordHash, mayNotify }
      // First of all: the session locks the password, which a proof of the address locks before the user.
      const session = await startSession(trx, outbox, start)
      await write(trx, { user, session, application, request, joining })
      return session
    })
    .catch((error) => {
      throw error instanceof Failure && error.code === 'wrong-credentials' ? wrongPassword() : error
    })
  return issueSession(services, session, user)
}

async function byCode(
  services: Services,
  application: Application,
  given: { token: string; code: string },
  request: JoinRequest,
  joining: Joining,
): Promise<Session> {
  const { query, noteMade: _, ...caller } = request
  const { password1, firstName, lastName, email } = application
  const { purpose, platform } = joining
  if (password1 !== undefined)
    await refuseGuessable(services.config, { password1, firstName, lastName, email, platform }).catch(
      async (error) => {
        await returnAttempts(services.db, caller.counted)
        throw error
      },
    )
  const opened = await attemptCode(
    services,
    { purpose, ...given, product: productOf(query), platform, ...caller },
    (right) => redeem(services, application, right, request, joining),
  )
  for (const id of opened.endedSessions) services.accessTokens.forget(id)
  return issueSession(services, opened.session, opened.user)
}

type Opened = { kind: 'opened'; session: OpenSession; user: User; endedSessions: string[] }

async function redeem(
  services: Services,
  application: Application,
  { challenge, isKnownBrowser, mayNotify }: RightCode,
  request: JoinRequest,
  joining: Joining,
): Promise<Opened | Spent | null> {
  const { db, hasher, outbox } = services
  const { requestContext, browser } = request
  const { platform } = joining
  const { password1, firstName, lastName, email } = application
  const owner = await findUser(db, { identifier: readEmailIdentifier(email) })
  // The code proves the address that it was sent to, so it must be the one of the sign-up.
  if (!owner || owner.id !== challenge.userId || owner.emailId !== challenge.contactId) return null
  await joining.count?.(owner.id)
  const hash = password1 === undefined ? null : await hasher.hash(password1)
  return db.transaction().execute(async (trx) => {
    const used = await useCode(trx, outbox, challenge, { requestContext, browser, isKnownBrowser })
    if (used?.kind !== 'used') return used
    const { id: userId, firstName: oldName } = used.user
    // The proof has removed a name that a stranger may have given.
    if (oldName === '') await setName(trx, userId, { firstName, lastName: lastName || null })
    // Only in place of a stranger's password: an account keeps what it has, so the code gives none to one without.
    if (hash !== null && used.hasLostPassword)
      await storePassword(trx, { userId, hash, provenance: 'verified' })
    const user = (await findUser(trx, { id: userId })) ?? used.user
    const browserId = await rememberBrowser(trx, browser, userId)
    const start = { user, platform, amr: ['otp'], requestContext, browserId, mayNotify }
    const session = await startSession(trx, outbox, start)
    await write(trx, { user, session, application, request, joining })
    return { kind: 'opened', session, user, endedSessions: used.endedSessions }
  })
}

type Written = {
  user: User
  session: OpenSession
  application: Application
  request: JoinRequest
  joining: Joining
}

async function write(trx: Db, { user, session, application, request, joining }: Written): Promise<void> {
  const { source, utmParams } = application
  await storeSignUp(trx, { userId: user.id, platform: joining.platform, source, utmParams })
  await joining.add(trx, user)
  await request.noteMade(trx, session.id)
}

function wrongPassword(): Failure {
  return new Failure('wrong-credentials', {
    detail: wrongPasswordSentence,
    fields: { password: wrongPasswordSentence },
  })
}
