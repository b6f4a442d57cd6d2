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
import { attemptCode, type RightCode, type Spent } from '../accounts/one-time-tokens/attempt-code.ts'
import { productOf } from '../accounts/one-time-tokens/otp-flow.ts'
import { useCode } from '../accounts/one-time-tokens/use-code.ts'
import { checkPassword } from '../accounts/passwords/credentials.ts'
import { causeOfRefusal } from '../accounts/passwords/refusal-cause.ts'
import { rememberBrowser } from '../accounts/sessions/known-browsers.ts'
import { startSession } from '../accounts/sessions/start-session.ts'
import { findClaimedPerson } from '../accounts/users/claimed-person.ts'
import { findUserLockout } from '../accounts/users/find-user-lockout.ts'
import { recordEvent } from '../audit.ts'
import { Failure } from '../failure.ts'
import { attempt } from '../limits/lockout.ts'
import { countSignIn } from '../limits/sign-in-limit.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import type { ProvenIdentity } from './identity.ts'
import { identityOf } from './identity-of.ts'
import { linkIdentity } from './link-identity.ts'
import { answerWith, type Opened, spend } from './opening.ts'
import { refuseClosedPlatform } from './social-failures.ts'
import { socialEmail } from './standing.ts'

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
type Link = { proven: ProvenIdentity; claim: Claim; body: Body; request: Request }
type Claim = Extract<Parameters<typeof findClaimedPerson>[1], { contact: unknown }>

export async function linkAccount(services: Services, body: Body, request: Request): Promise<Session> {
  const { provider, accessToken, proof } = body
  await refuseClosedPlatform(services.db, body, true, request.requestContext)
  const given = { provider, accessToken, purpose: 'link', browserHash: request.flowBrowser } as const
  const proven = await identityOf(services, given)
  const email = socialEmail(proven.identity, body.email)
  if (!email) throw new Failure('invalid-request', { fields: { email: required } })
  const link = { proven, claim: { contact: email.contact, typed: email.contact.address }, body, request }
  const opened =
    proof.password !== undefined
      ? await byPassword(services, link, proof.password)
      : await byCode(services, link, { token: proof.token ?? '', code: proof.otp ?? '' })
  return answerWith(services, proven.identity, opened, request.warn)
}

async function byPassword(
  services: Services,
  { proven, claim, body, request }: Link,
  password: string,
): Promise<Opened> {
  const { db, hasher, outbox } = services
  const { platform, provider } = body
  const { requestContext, browser, counted } = request
  const { person: claimed, subject } = await findClaimedPerson(services, claim)
  const userId = claimed?.id ?? null
  const { key, isKnownBrowser } = await findUserLockout(services, { subject, userId, browser })
  const recorded = { requestContext, userId, platform, details: { provider } }
  const owner = claimed && !claimed.isDisabled ? claimed.id : null
  const passwordHash = await attempt(db, { key, counted, recorded }, () =>
    checkPassword(db, hasher, { userId: owner, password }),
  )
  if (!claimed || passwordHash === null) {
    const details = { provider, cause: causeOfRefusal(claimed) }
    await recordEvent(db, { event: 'sign-in-refused', ...recorded, details })
    throw wrongPassword()
  }
  await countSignIn(services, { userId: claimed.id, isKnownBrowser }, recorded)
  return db
    .transaction()
    .execute(async (trx) => {
      const browserId = await rememberBrowser(trx, browser, claimed.id)
      const amr = ['fed', 'pwd']
      const start = { person: claimed, platform, amr, requestContext, browserId, passwordHash, provider }
      // First of all: the session locks the password, which a proof of the address locks before the user.
      const session = await startSession(trx, outbox, { ...start, mayNotify: false })
      const given = { person: claimed, identity: proven.identity, platform, requestContext, browserId }
      const person = await linkIdentity(outbox, trx, given)
      if (!person) throw new Failure('social-failed')
      await spend(trx, proven)
      return { session, person, endedSessions: [] }
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
  { proven, claim, body, request }: Link,
  { challenge, isKnownBrowser }: RightCode,
): Promise<(Opened & { kind: 'opened' }) | Spent | null> {
  const { db, outbox } = services
  const { platform, provider } = body
  const { requestContext, browser } = request
  // The code proves the address that it was sent to, so it must be the one of the identity.
  const { person: claimed } = await findClaimedPerson(services, claim)
  if (!claimed || claimed.id !== challenge.userId || claimed.emailId !== challenge.contactId) return null
  return db.transaction().execute(async (trx) => {
    const use = { requestContext, browser, isKnownBrowser }
    const used = await useCode(trx, outbox, challenge, use)
    if (used?.kind !== 'used') return used
    const { endedSessions } = used
    const browserId = await rememberBrowser(trx, browser, used.person.id)
    const given = { person: used.person, identity: proven.identity, platform, requestContext, browserId }
    const person = await linkIdentity(outbox, trx, given)
    // These errors leave the code valid, which has opened nothing.
    if (!person) throw new Failure('social-failed')
    await spend(trx, proven)
    const amr = ['fed', 'otp']
    const start = { person, platform, amr, requestContext, browserId, mayNotify: false, provider }
    const session = await startSession(trx, outbox, start)
    return { kind: 'opened', session, person, endedSessions }
  })
}

function wrongPassword(): Failure {
  return new Failure('wrong-credentials', {
    detail: wrongPasswordSentence,
    fields: { password: wrongPasswordSentence },
  })
}
