/**
 * Links an identity to the account that has its email. The user proves the account with its password or a one-time code,
 * under the lockout and limits of a sign-in; an unknown email and a disabled account are refused like a wrong proof, which
 * leaves the reference valid.
 */
import { wrongPasswordSentence } from '@foyer/contract/errors'
import { required } from '@foyer/contract/fields'
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { linkSocialAccount } from '@foyer/contract/routes/social'
import { comparePassword } from '../../identity/credentials/credentials.ts'
import { causeOfRefusal } from '../../identity/credentials/refusal-cause.ts'
import { identifyUser } from '../../identity/sessions/identify-user.ts'
import { rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import { findUserLockout } from '../../identity/sessions/user-lockouts.ts'
import { productOf } from '../../identity/tokens/otp-checks.ts'
import { findUser } from '../../identity/users/find-user.ts'
import type { EmailContact } from '../../identity/users/identifier.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import { attempt } from '../../kernel/limits/lockout.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { attemptCode, type RightCode, type Spent } from '../accounts/attempt-code.ts'
import { useCode } from '../accounts/use-code.ts'
import { socialEmail } from './account-of-identity.ts'
import type { ProvenIdentity } from './identity.ts'
import { identityOf } from './identity-of.ts'
import { linkIdentity } from './link-identity.ts'
import { refuseClosedPlatform } from './social-failures.ts'
import { answerWithSession, type Opened, spend } from './social-session.ts'

type Input = Given<typeof linkSocialAccount>
type Body = Input['body']
type Request = {
  requestContext: RequestContext
  browser: Browser
  counted: readonly string[]
  flowBrowser: string | null
  query: Input['query']
  warn(message: string, details: Record<string, string | number>): void
}
type Link = { proven: ProvenIdentity; email: EmailContact; body: Body; request: Request }

export async function linkAccount(services: Services, body: Body, request: Request): Promise<Session> {
  const { provider, accessToken, proof } = body
  await refuseClosedPlatform(services.db, body, true, request.requestContext)
  const given = { provider, accessToken, purpose: 'link', browserHash: request.flowBrowser } as const
  const proven = await identityOf(services, given)
  const email = socialEmail(proven.identity, body.email)
  if (!email) throw new Failure('invalid-request', { fields: { email: required } })
  const link = { proven, email: email.contact, body, request }
  const opened =
    proof.password !== undefined
      ? await byPassword(services, link, proof.password)
      : await byCode(services, link, { token: proof.token ?? '', code: proof.otp ?? '' })
  return answerWithSession(services, proven.identity, opened, request.warn)
}

async function byPassword(
  services: Services,
  { proven, email, body, request }: Link,
  password: string,
): Promise<Opened> {
  const { db, hasher, outbox } = services
  const { platform, provider } = body
  const { requestContext, browser, counted } = request
  const { user: owner, subject, passwordHash: stored } = await identifyUser(services, { identifier: email })
  const userId = owner?.id ?? null
  const { key, isKnownBrowser } = await findUserLockout(services, { subject, userId, browser })
  const recorded = { requestContext, userId, platform, details: { provider } }
  const hash = owner?.isDisabled ? null : stored
  const passwordHash = await attempt(db, { key, counted, recorded }, () =>
    comparePassword(db, hasher, { hash, password }),
  )
  if (!owner || passwordHash === null) {
    const details = { provider, cause: causeOfRefusal(owner) }
    await recordEvent(db, { event: 'sign-in-refused', ...recorded, details })
    throw wrongPassword()
  }
  await countSignIn(services, { userId: owner.id, isKnownBrowser }, recorded)
  return db
    .transaction()
    .execute(async (trx) => {
      const browserId = await rememberBrowser(trx, browser, owner.id)
      const amr = ['fed', 'pwd']
      const start = { user: owner, platform, amr, requestContext, browserId, passwordHash, provider }
      // First of all: the session locks the password, which a proof of the address locks before the user.
      const session = await startSession(trx, outbox, { ...start, mayNotify: false })
      const given = { user: owner, identity: proven.identity, platform, requestContext, browserId }
      const user = await linkIdentity(outbox, trx, given)
      if (!user) throw new Failure('social-failed')
      await spend(trx, proven)
      return { session, user, endedSessions: [] }
    })
    .catch((error) => {
      throw error instanceof Failure && error.code === 'wrong-credentials' ? wrongPassword() : error
    })
}

async function byCode(
  services: Services,
  link: Link,
  { token, code }: { token: string; code: string },
): Promise<Opened> {
  const { platform } = link.body
  const { requestContext, browser, counted, warn, query } = link.request
  const attempted = { purpose: 'social_link', token, code, product: productOf(query), platform } as const
  return attemptCode(services, { ...attempted, requestContext, browser, counted, warn }, (right) =>
    redeem(services, link, right),
  )
}

async function redeem(
  services: Services,
  { proven, email, body, request }: Link,
  { challenge, isKnownBrowser }: RightCode,
): Promise<(Opened & { kind: 'opened' }) | Spent | null> {
  const { db, outbox } = services
  const { platform, provider } = body
  const { requestContext, browser } = request
  // The code proves the address that it was sent to, so it must be the one of the identity.
  const owner = await findUser(db, { identifier: email })
  if (!owner || owner.id !== challenge.userId || owner.emailId !== challenge.contactId) return null
  return db.transaction().execute(async (trx) => {
    const use = { requestContext, browser, isKnownBrowser }
    const used = await useCode(trx, outbox, challenge, use)
    if (used?.kind !== 'used') return used
    const { endedSessions } = used
    const browserId = await rememberBrowser(trx, browser, used.user.id)
    const given = { user: used.user, identity: proven.identity, platform, requestContext, browserId }
    const user = await linkIdentity(outbox, trx, given)
    // These errors leave the code valid, which has opened nothing.
    if (!user) throw new Failure('social-failed')
    await spend(trx, proven)
    const amr = ['fed', 'otp']
    const start = { user, platform, amr, requestContext, browserId, mayNotify: false, provider }
    const session = await startSession(trx, outbox, start)
    return { kind: 'opened', session, user, endedSessions }
  })
}

function wrongPassword(): Failure {
  return new Failure('wrong-credentials', {
    detail: wrongPasswordSentence,
    fields: { password: wrongPasswordSentence },
  })
}
