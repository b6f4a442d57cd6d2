/** Verifies a one-time code: uses it up, proves the contact that it was sent to, and opens a session. */
import { type Platform, type Product, platformRow } from '@foyer/contract/platforms'
import type { verifyOtp } from '@foyer/contract/routes/otp'
import type { Given, Result } from '@foyer/contract/routes/route'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import { type StartedSession, startSession } from '../../identity/sessions/start-session.ts'
import { productOf } from '../../identity/tokens/otp-checks.ts'
import { keepProof } from '../../identity/tokens/proof-tokens.ts'
import { provenanceOf, type UserContact } from '../../identity/users/contacts.ts'
import type { User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import { platformsByOtp } from '../../identity/users/platforms-by-otp.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { type AlreadyUsed, attemptCode, type Refused, type RightCode } from '../accounts/attempt-code.ts'
import { consumeCode } from '../accounts/consume-code.ts'
import { proveFirstContact } from '../accounts/first-contact-proof.ts'

type Request = Given<typeof verifyOtp> & {
  requestContext: RequestContext
  browser: Browser
  counted: readonly string[]
  warn(message: string, details: Record<string, number>): void
}

export async function verifyCode(
  services: Services,
  { body, query, ...request }: Request,
): Promise<Result<typeof verifyOtp>> {
  const { token, otp: code, platform } = body
  const { requestContext, browser, counted, warn } = request
  const product = productOf(query)
  const attempted = { purpose: 'login', token, code, product, platform } as const
  const opened = await attemptCode(
    services,
    { ...attempted, requestContext, browser, counted, warn },
    (right) => {
      const requested = { product: right.challenge.product ?? product, platform }
      return openSession(services, right, requested, { requestContext, browser })
    },
  )
  for (const id of opened.endedSessions) services.accessTokens.forget(id)
  const universal = await issueSession(services, opened.session, opened.user)
  return { universal, user: universal.user }
}

type Opened = { kind: 'opened'; session: StartedSession; user: User; endedSessions: string[] }

type Requested = { product: Product | null; platform: Platform | undefined }

/** Returns null if the user may not use the code. */
async function openSession(
  services: Services,
  { challenge, isKnownBrowser, mayNotify }: RightCode,
  requested: Requested,
  { requestContext, browser }: { requestContext: RequestContext; browser: Browser },
): Promise<Opened | AlreadyUsed | Refused | null> {
  const { db, config, outbox } = services
  return db.transaction().execute(async (trx) => {
    const consumed = await consumeCode(trx, challenge, isKnownBrowser)
    if (consumed?.kind !== 'consumed') return consumed
    const { user: owner, contact } = consumed
    // Chosen before the proof, which may change the account.
    const platform = chooseMembership(platformsByOtp(config, owner), requested)
    if (!platform) return { kind: 'refused', error: await refusal(trx, consumed, requested, requestContext) }
    const proof = { user: owner, contact, browser, requestContext }
    const { user, endedSessions } = await proveFirstContact(trx, outbox, proof)
    const browserId = await rememberBrowser(trx, browser, user.id)
    const { id: contactId } = contact
    const start = { user, platform, amr: ['otp'], contactId, requestContext, browser, browserId, mayNotify }
    const opening = await startSession(trx, services, start)
    return opening.kind === 'refused' ? opening : { ...opening, user, endedSessions }
  })
}

/** Returns why a right code opens no session: no membership, or a platform that requires a password. */
async function refusal(
  trx: Db,
  { user, contact }: { user: User; contact: UserContact },
  { product, platform }: Requested,
  requestContext: RequestContext,
): Promise<Failure> {
  const recorded = { requestContext, userId: user.id, platform: platform ?? null }
  if (chooseMembership(user.platforms, { product, platform }) !== null) {
    await recordEvent(trx, { event: 'sign-in-refused', ...recorded, details: { cause: 'password-needed' } })
    return new Failure('password-needed')
  }
  const isInProduct = platform && (product === null || platformRow(platform).product === product)
  const wanted = isInProduct ? platform : undefined
  // The first proof of a contact removes what an impostor set up, so it opens a session at once or is not kept.
  const isKept = provenanceOf(user, contact.channel) === 'verified'
  const token = isKept ? await keepProof(trx, user.id, { contactId: contact.id }) : undefined
  return noMembership(trx, { user, proof: 'Your code is right', platform: wanted, token }, recorded)
}
