/** Lists the sessions of the caller, and ends the current or another one of them. */
import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'
import type { Result } from '@foyer/contract/routes/route'
import type { listSessions } from '@foyer/contract/routes/sessions'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { lockBrowserSessionById } from '../../identity/sessions/browser-sessions.ts'
import { endAllSessions, endSession, endSessionsHere } from '../../identity/sessions/end-session.ts'
import {
  forgetSecondFactor,
  forgetUserHere,
  lockKnownBrowser,
} from '../../identity/sessions/known-browsers.ts'
import { isBrowserInQuestion, noteAnswer } from '../../identity/sessions/new-sign-ins.ts'
import { findBrowserOf, listIdsInBrowserOf, listOpenSessions } from '../../identity/sessions/sessions.ts'
import { endProofs } from '../../identity/tokens/proof-tokens.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

const dayMs = 86_400_000

type Ending = { caller: Caller; requestContext: RequestContext }
type Place = { browserSessionId: string | null; browserId: Buffer | null }

export async function listOwnSessions(
  { db }: Services,
  { userId, sessionId }: Caller,
): Promise<Result<typeof listSessions>> {
  const sessions = await listOpenSessions(db, { userId, sessionId })
  return sessions.map(({ id, platform, deviceLabel, createdAt, lastSeenAt, browserSessionId, ...rest }) => ({
    id,
    platform,
    device: deviceLabel,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === sessionId,
    browser: browserSessionId,
    isHere: rest.isHere,
    rememberedUntil: rememberedUntil(platform, rest.secondFactorAt),
  }))
}

function rememberedUntil(platform: Platform, secondFactorAt: Date | null): string | null {
  if (!secondFactorAt) return null
  const until = secondFactorAt.getTime() + platformPolicies[platform].rememberBrowserDays * dayMs
  return until > Date.now() ? new Date(until).toISOString() : null
}

/** Asks for the second factor again in the browser of one of the caller's sessions. */
export async function forgetSecondFactorThere(
  { db }: Services,
  sessionId: string,
  { caller: { userId }, requestContext }: Ending,
): Promise<undefined> {
  const { browserId } = await browserOf(db, { userId, sessionId })
  if (browserId && (await forgetSecondFactor(db, { userId, browserId })))
    await recordEvent(db, { event: 'browser-forgotten', requestContext, userId, sessionId })
  return undefined
}

/** Ends the caller's session and its platform sessions; also succeeds for a session that has ended. */
export async function logOut(
  { db, accessTokens, outbox }: Services,
  caller: Caller,
  requestContext: RequestContext,
): Promise<undefined> {
  const { sessionId, userId, platform } = caller
  const wasOpen = await db
    .transaction()
    .execute((trx) => endSession(trx, outbox, { sessionId, reason: 'signed-out' }))
  accessTokens.forget(sessionId)
  if (wasOpen) await recordEvent(db, { event: 'sign-out', requestContext, userId, sessionId, platform })
  return undefined
}

/** Ends a session and its platform sessions; also succeeds for a session that has ended. */
export async function endOwnSession(
  services: Services,
  sessionId: string,
  { caller, requestContext, isWholeBrowser }: Ending & { isWholeBrowser: boolean },
): Promise<undefined> {
  const { db, accessTokens, outbox } = services
  const { userId, sessionId: endedBy } = caller
  const place = await browserOf(db, { userId, sessionId })
  const ended = await db.transaction().execute(async (trx) => {
    const reason = 'ended-by-owner'
    const ids = isWholeBrowser
      ? await endInBrowser(trx, outbox, { userId, sessionId, place, reason })
      : (await endSession(trx, outbox, { sessionId, reason }))
        ? [sessionId]
        : []
    const details = { endedBy, ...(isWholeBrowser && { scope: 'browser' }) }
    if (ids.length > 0)
      await recordEvent(trx, { event: 'session-ended', requestContext, userId, sessionId, details })
    return ids
  })
  for (const id of [sessionId, ...ended]) accessTokens.forget(id)
  return undefined
}

/**
 * Ends the caller's sessions in a browser that the caller does not know, and whatever else the user of that browser could go
 * on with: the browser is no longer known, so it shares the lockout of strangers and its next sign-in notifies the owner, and
 * a proof that it made elsewhere opens nothing. Also succeeds after the session has ended.
 */
export async function disownBrowser(
  { db, accessTokens, outbox }: Services,
  sessionId: string,
  { caller, requestContext }: Ending,
): Promise<undefined> {
  const { userId, sessionId: disownedBy } = caller
  const place = await browserOf(db, { userId, sessionId })
  const ended = await db.transaction().execute(async (trx) => {
    const { browserId } = place
    if (browserId) await lockKnownBrowser(trx, { browserId, userId })
    await endProofs(trx, userId)
    const ids = await endInBrowser(trx, outbox, { userId, sessionId, place, reason: 'disowned' })
    // Locks sessions, so it follows the lock of their browser session.
    await noteAnswer(trx, { userId, sessionId, answeredIn: disownedBy })
    const wasKnown =
      browserId !== null && (await forgetUserHere(trx, { userId, browser: { ids: [browserId] } }))
    // A repetition changes nothing, and leaves no second event.
    if (ids.length > 0 || wasKnown)
      await recordEvent(trx, {
        ...{ event: 'session-disowned', requestContext, userId, sessionId },
        details: { disownedBy },
      })
    return ids
  })
  for (const id of [sessionId, ...ended]) accessTokens.forget(id)
  return undefined
}

const answerElsewhere = 'This browser is new, too. Answer in a browser that you used before.'

/**
 * Notes that a sign-in in a new browser was the caller's. Changes nothing for a sign-in that no longer asks, and for one in the
 * browser of the caller. Two browsers of an attacker must not vouch for each other, so a browser in question vouches for none.
 */
export async function confirmBrowser(
  { db }: Services,
  sessionId: string,
  { caller, requestContext }: Ending,
): Promise<undefined> {
  const { userId, sessionId: confirmedBy } = caller
  await browserOf(db, { userId, sessionId })
  await db.transaction().execute(async (trx) => {
    const isSame = sessionId === confirmedBy
    if (!isSame && (await isBrowserInQuestion(trx, { userId, sessionId: confirmedBy })))
      throw new Failure('no-access', { detail: answerElsewhere })
    if (!(await noteAnswer(trx, { userId, sessionId, answeredIn: confirmedBy }))) return
    const event = { event: 'session-confirmed', requestContext, userId, sessionId } as const
    await recordEvent(trx, { ...event, details: { confirmedBy } })
  })
  return undefined
}

/** Ends the caller's sessions in every other browser, and proofs that were made there. */
export async function endOthers(
  { db, accessTokens, outbox }: Services,
  { caller, requestContext }: Ending,
): Promise<undefined> {
  const { userId, sessionId, platform } = caller
  const ended = await db.transaction().execute(async (trx) => {
    const keptIds = await listIdsInBrowserOf(trx, sessionId)
    const ids = await endAllSessions(trx, outbox, { userId, keptIds, reason: 'ended-by-owner' })
    const event = { event: 'sign-out', requestContext, userId, sessionId, platform } as const
    if (ids.length > 0) await recordEvent(trx, { ...event, details: { scope: 'others' } })
    return ids
  })
  for (const id of ended) accessTokens.forget(id)
  return undefined
}

async function browserOf(db: Db, session: { userId: string; sessionId: string }): Promise<Place> {
  const place = await findBrowserOf(db, session)
  if (!place) throw new Failure('not-found')
  return place
}

type InBrowser = { userId: string; sessionId: string; place: Place; reason: 'ended-by-owner' | 'disowned' }

/** Ends a user's session and the user's other sessions of the same browser. */
async function endInBrowser(
  trx: Db,
  outbox: Services['outbox'],
  { userId, sessionId, place: { browserSessionId, browserId }, reason }: InBrowser,
): Promise<string[]> {
  // A session that is being opened in this browser holds the row until it is visible.
  if (browserSessionId) await lockBrowserSessionById(trx, browserSessionId)
  const wasOpen = await endSession(trx, outbox, { sessionId, reason })
  const browserSessionIds = browserSessionId ? [browserSessionId] : []
  const here = { browserSessionIds, browserIds: browserId ? [browserId] : [], userId }
  const others = await endSessionsHere(trx, outbox, here, reason)
  return [...(wasOpen ? [sessionId] : []), ...others.map(({ id }) => id)]
}
