/**
 * Redeems a one-time code: uses it up, proves its contact and starts a session. A code of a proven contact, which most are,
 * is redeemed together with others; any other code in a transaction of its own.
 */
import { type Platform, type Product, platformRow } from '@foyer/contract/platforms'
import type { Refused, Spent } from '../accounts/one-time-tokens/attempt-code.ts'
import type { Challenge } from '../accounts/one-time-tokens/otp-challenges.ts'
import { platformsByOtp } from '../accounts/one-time-tokens/platforms-by-otp.ts'
import { contactOf, proveByCode, takeCode } from '../accounts/one-time-tokens/use-code.ts'
import { rememberBrowser } from '../accounts/sessions/known-browsers.ts'
import { openSessionByOtp } from '../accounts/sessions/open-session-by-otp.ts'
import type { OpenSession } from '../accounts/sessions/session-row.ts'
import { newBrowserNotice, startSession } from '../accounts/sessions/start-session.ts'
import type { CodeOwner } from '../accounts/users/code-owner.ts'
import type { User } from '../accounts/users/find-user.ts'
import { chooseMembership } from '../accounts/users/memberships.ts'
import { noMembership } from '../accounts/users/no-membership.ts'
import { recordEvent } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'

type Opened = { kind: 'opened'; session: OpenSession; person: User; endedSessions: string[] }

type Redemption = {
  requested: { product: Product | null; platform: Platform | undefined }
  requestContext: RequestContext
  browser: Browser
  isKnownBrowser: boolean
  mayNotify: boolean
  /** null for a user who does not exist any more. */
  owner: CodeOwner | null
}

/** Returns null if the user may not use the code. */
export async function redeemCode(
  services: Services,
  challenge: Challenge,
  redemption: Redemption,
): Promise<Opened | Spent | Refused | null> {
  return (await redeemProven(services, challenge, redemption)) ?? redeemAlone(services, challenge, redemption)
}

/** Returns null for a code that has to be redeemed alone, or not at all. */
async function redeemProven(
  { db, config, outbox }: Services,
  challenge: Challenge,
  { requested, requestContext, browser, isKnownBrowser, mayNotify, owner }: Redemption,
): Promise<Opened | null> {
  const { id: challengeId, contactId } = challenge
  if (!owner || !contactId) return null
  const { person, hasKnownBrowser, timeZone } = owner
  const channel = contactOf(challenge, person)?.channel
  const provenance = channel === 'email' ? person.emailProvenance : person.phoneProvenance
  const platform = chooseMembership(platformsByOtp(config, person), requested)
  if (!channel || provenance !== 'verified' || person.isDisabled || !platform) return null
  const isNewBrowser = hasKnownBrowser && !isKnownBrowser
  const at = new Date()
  const notice =
    isNewBrowser && mayNotify && person.email
      ? outbox.seal(newBrowserNotice(person, person.email, { platform, requestContext, at, timeZone }))
      : null
  const browserId = await rememberBrowser(db, browser, person.id)
  const code = { challengeId, userId: person.id, contactId, platform, browserId, isNewBrowser }
  const session = await outbox.sendSealed(notice ? [notice] : [], ([leased = null]) =>
    openSessionByOtp(db, outbox, { ...code, notice: leased, requestContext }),
  )
  return session && { kind: 'opened', session, person, endedSessions: [] }
}

async function redeemAlone(
  { db, config, outbox }: Services,
  challenge: Challenge,
  { requested, mayNotify, owner: _, ...use }: Redemption,
): Promise<Opened | Spent | Refused | null> {
  const { requestContext, browser } = use
  return db.transaction().execute(async (trx) => {
    const taken = await takeCode(trx, challenge, use)
    if (taken?.kind !== 'taken') return taken
    // Decided before the proof, which may change the account.
    const platform = chooseMembership(platformsByOtp(config, taken.person), requested)
    if (!platform)
      return { kind: 'refused', error: await refusal(trx, taken.person, requested, requestContext) }
    const { person, endedSessions } = await proveByCode(trx, outbox, taken, use)
    const browserId = await rememberBrowser(trx, browser, person.id)
    const start = { person, platform, amr: ['otp'], requestContext, browserId, mayNotify }
    const session = await startSession(trx, outbox, start)
    return { kind: 'opened', session, person, endedSessions }
  })
}

/** Tells the owner of the contact why the right code opens nothing: no membership, or a platform that wants a password. */
async function refusal(
  trx: Db,
  person: User,
  { product, platform }: Redemption['requested'],
  requestContext: RequestContext,
): Promise<Failure> {
  const recorded = { requestContext, userId: person.id, platform: platform ?? null }
  if (chooseMembership(person.platforms, { product, platform }) !== null) {
    await recordEvent(trx, { event: 'sign-in-refused', ...recorded, details: { cause: 'password-needed' } })
    return new Failure('password-needed')
  }
  const isInProduct = platform && (product === null || platformRow(platform).product === product)
  const wanted = isInProduct ? platform : undefined
  return noMembership(trx, { person, proof: 'Your code is right', platform: wanted }, recorded)
}
