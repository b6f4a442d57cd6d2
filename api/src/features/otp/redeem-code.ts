/** Redeems a one-time code: uses it up, proves its contact and starts a session. */
import { type Platform, type Product, platformRow } from '@foyer/contract/platforms'
import { rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import { platformsByOtp } from '../../identity/tokens/platforms-by-otp.ts'
import type { User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import type { Refused, RightCode, Spent } from '../accounts/attempt-code.ts'
import { proveByCode, takeCode } from '../accounts/use-code.ts'

type Opened = { kind: 'opened'; session: OpenSession; user: User; endedSessions: string[] }

type Requested = { product: Product | null; platform: Platform | undefined }

type Request = { requested: Requested; requestContext: RequestContext; browser: Browser }

/** Returns null if the user may not use the code. */
export async function redeemCode(
  { db, config, outbox }: Services,
  { challenge, isKnownBrowser, mayNotify }: RightCode,
  { requested, requestContext, browser }: Request,
): Promise<Opened | Spent | Refused | null> {
  const use = { requestContext, browser, isKnownBrowser }
  return db.transaction().execute(async (trx) => {
    const taken = await takeCode(trx, challenge, use)
    if (taken?.kind !== 'taken') return taken
    // Decided before the proof, which may change the account.
    const platform = chooseMembership(platformsByOtp(config, taken.user), requested)
    if (!platform)
      return { kind: 'refused', error: await refusal(trx, taken.user, requested, requestContext) }
    const { user, endedSessions } = await proveByCode(trx, outbox, taken, use)
    const browserId = await rememberBrowser(trx, browser, user.id)
    const start = { user, platform, amr: ['otp'], requestContext, browserId, mayNotify }
    const session = await startSession(trx, outbox, start)
    return { kind: 'opened', session, user, endedSessions }
  })
}

/** Tells the owner of the contact why the right code opens nothing: no membership, or a platform that wants a password. */
async function refusal(
  trx: Db,
  user: User,
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
  return noMembership(trx, { user, proof: 'Your code is right', platform: wanted }, recorded)
}
