/**
 * Starts the user's own session after any kind of sign-in, and platform sessions below it. With renew-session.ts,
 * end-session.ts, sister-session.ts and sessions.ts the owner of the table sessions.
 */

import { randomUUID } from 'node:crypto'
import type { Platform } from '@foyer/contract/platforms'
import {
  type Expression,
  type InsertObject,
  type QueryCreator,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely'
import { DatabaseError } from 'pg'
import { insertEvent, type Recorded, reportEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'
import type { Outbox } from '../../messages/outbox.ts'
import { lockedOwner } from '../credentials/credentials.ts'
import { noteIssuedSession } from '../tokens/one-time-tokens.ts'
import { endCodesOfOtherBrowsers } from '../tokens/otp-challenges.ts'
import { browserSessionLives, livesOf } from '../tokens/session-lives.ts'
import { greetingName } from '../users/user-names.ts'
import { askSecondFactor, askSecondFactorOfSource, type Refused, type SignIn } from './ask-second-factor.ts'
import { type AssuranceRules, firstFactorOf } from './assurance.ts'
import {
  type BrowserSession,
  nextValues,
  placed,
  type SessionHere,
  withBrowserSession,
  writeValue,
} from './browser-sessions.ts'
import { countOpen, endOldest } from './end-session.ts'
import { insertKnownBrowser, isNewBrowser, timeZoneOf } from './known-browsers.ts'
import { asOpen, isLive, isOfActiveMember, type OpenSession, openColumns } from './session-row.ts'

/** The most open sessions of one user; one more session ends the oldest. */
export const maxSessions = 20

/** The most open sessions of one platform client below one session; one more session ends the oldest. */
export const maxChildSessions = 20

/** `enrolBy`: the user has no second factor, and the platform asks for one from this time on. */
export type StartedSession = OpenSession & { enrolBy: Date | null }

export type Opening = { kind: 'opened'; session: StartedSession } | Refused

type Services = { outbox: Outbox; config: AssuranceRules }

/**
 * Starts a session after authentication, and notifies the user of a new browser. Call it in a transaction, unless
 * `mayNotify` is false and the session continues no other: one statement then writes everything. Throws `wrong-credentials`
 * if the password was replaced or deleted since it was checked: the transaction that replaced it then ends all open
 * sessions, and must not miss this one. Every session that a user opens begins here or in `startContinuedSession`, and both ask
 * assurance.ts: no way to sign in goes around the second factor.
 *
 * Every transaction locks rows in this order: the password, the known browser, the user, the browser session, the user's
 * sessions.
 */
export async function startSession(trx: Db, { outbox, config }: Services, signIn: SignIn): Promise<Opening> {
  const { user, platform, amr, requestContext, browser, browserId, passwordHash, continued, provider } =
    signIn
  const { authTime = continued?.authTime, mayNotify } = signIn
  const asked = await askSecondFactor(trx, config, signIn)
  if (asked.kind === 'refused') return asked
  const { acr, enrolBy } = asked
  const userId = user.id
  const id = randomUUID()
  const { deviceId, deviceLabel, timeZone } = requestContext
  const event: Recorded = {
    ...{ event: 'sign-in', requestContext, userId, sessionId: id, platform },
    details: {
      method: firstFactorOf(amr).at(-1) ?? null,
      ...(continued && { continued: continued.id }),
      ...(provider && { provider }),
    },
  }
  // An impostor in the same account may have requested these codes.
  let query: QueryCreator<Tables> = trx.with('superseded', (codes) =>
    endCodesOfOtherBrowsers(codes, { userId, browserId }),
  )
  if (!browser?.isShared)
    query = query.with('remembered', (known) => insertKnownBrowser(known, { browserId, userId, timeZone }))
  const values = browser && nextValues(browser)
  if (values) query = withBrowserSession(query, browser, values)
  const isShared = browser ? placed.isShared : sql<boolean>`false`
  const { asksOwner, knownTimeZone, isRenewed, ...row } = await insertSession(
    query,
    {
      ...{ id, platform, amr, acr, browserId, deviceId, deviceLabel },
      asksOwner: isNewBrowser({ browserId, userId }),
      // The owner of a replaced password is null, so the database refuses the statement.
      userId: passwordHash === undefined ? userId : lockedOwner({ userId, hash: passwordHash }),
      ...livesIn(platform, isShared, continued?.expiresAt),
      ...(browser && { browserSessionId: placed.id }),
      ...(authTime && { authTime }),
    },
    event,
  )
    .returning(countOpen({ userId, parentId: null }).as('others'))
    .returning([(browser ? placed.isRenewed : sql<boolean>`false`).as('isRenewed'), isShared.as('isShared')])
    .returning('asksOwner')
    .$if(mayNotify, (inserted) =>
      inserted.returning(timeZoneOf({ userId, newBrowserId: browserId }).as('knownTimeZone')),
    )
    .executeTakeFirstOrThrow()
    .catch(refuseReplacedPassword)
  const session = asOpen(row)
  reportEvent(event)
  if (values) writeValue(values, { isRenewed, isShared: row.isShared })
  if (continued?.clientId)
    await trx.updateTable('sessions').set({ parentId: id }).where('id', '=', continued.id).execute()
  if (row.others >= maxSessions) await endOldest(trx, outbox, { userId, parentId: null }, maxSessions)

  if (mayNotify && asksOwner && user.email) {
    await outbox.queue(trx, {
      template: 'new-device',
      channel: 'email',
      to: user.email,
      values: {
        firstName: greetingName(user, 'email'),
        platform,
        device: requestContext.deviceLabel,
        at: authTime ? new Date() : session.authTime,
        timeZone: knownTimeZone ?? null,
      },
    })
  }
  return { kind: 'opened', session: { ...session, enrolBy } }
}

/**
 * Starts a session at another platform for a user who is signed in in this browser. It expires when a sign-in at the time
 * of the proof would. Call it in a transaction that has locked the user, the browser session and the user's sessions there.
 */
export async function startContinuedSession(
  trx: Db,
  { outbox, config }: { outbox: LogoutQueue; config: AssuranceRules },
  {
    source,
    platform,
    browserSession,
    requestContext,
  }: {
    source: SessionHere
    platform: Platform
    browserSession: BrowserSession
    requestContext: RequestContext
  },
): Promise<Opening> {
  const id = randomUUID()
  const { userId, amr, authTime, browserId } = source
  const asked = await askSecondFactorOfSource(trx, config, { source, platform, requestContext })
  if (asked.kind === 'refused') return asked
  const { acr, enrolBy } = asked
  const { deviceId, deviceLabel } = requestContext
  const isShared = sql<boolean>`${browserSession.isShared}::bool`
  const details = { continued: source.id, from: source.platform }
  const at = { requestContext, userId, sessionId: id, platform }
  const event: Recorded = { event: 'session-continued', ...at, details }
  const row = await insertSession(
    trx,
    {
      ...{ id, userId, platform, amr, acr, authTime, browserId, deviceId, deviceLabel },
      ...livesIn(
        platform,
        isShared,
        new Date(authTime.getTime() + livesOf(platform).absoluteSeconds * 1_000),
      ),
      browserSessionId: browserSession.id,
    },
    event,
  )
    .returning(countOpen({ userId, parentId: null }).as('others'))
    .executeTakeFirstOrThrow()
  reportEvent(event)
  if (row.others >= maxSessions) await endOldest(trx, outbox, { userId, parentId: null }, maxSessions)
  return { kind: 'opened', session: { ...asOpen(row), enrolBy } }
}

/** Selects the lifetimes of a session at Foyer. On a shared computer none is longer than that of the browser session. */
function livesIn(platform: Platform, isShared: RawBuilder<boolean>, latestEnd?: Date) {
  const { idleSeconds, absoluteSeconds } = livesOf(platform)
  const { shared } = browserSessionLives
  const idle = sql<number>`case when ${isShared} then ${Math.min(idleSeconds, shared.idleSeconds)}::int else ${idleSeconds}::int end`
  const absolute = sql<number>`case when ${isShared} then ${Math.min(absoluteSeconds, shared.absoluteSeconds)}::int else ${absoluteSeconds}::int end`
  const fromNow = (seconds: RawBuilder<number>) => sql`clock_timestamp() + make_interval(secs => ${seconds})`
  // `least` ignores null.
  const expiresAt = sql<Date>`least(${fromNow(absolute)}, ${latestEnd ?? null}::timestamptz)`
  return { idleSeconds: idle, idleExpiresAt: sql<Date>`least(${fromNow(idle)}, ${expiresAt})`, expiresAt }
}

export type Inherited = Pick<
  Selectable<Tables['sessions']>,
  'userId' | 'authTime' | 'amr' | 'acr' | 'idleSeconds' | 'idleExpiresAt' | 'expiresAt'
>

/**
 * Starts a platform's session below the user's own, with which it expires. Call it in a transaction that has locked the
 * parent (`lockParent`).
 */
export async function startChildSession(
  trx: Db,
  outbox: LogoutQueue,
  {
    parentId,
    inherited,
    clientId,
    platform,
    tokenId,
    scopes = null,
    requestContext,
  }: {
    parentId: string
    inherited: Inherited
    clientId: string
    platform: Platform
    /** The code that opens the session. A replay of the code ends the session. */
    tokenId: string
    /** What the client of OpenID Connect may read; null for an exchange in Foyer's own form. */
    scopes?: string[] | null
    requestContext: RequestContext
  },
): Promise<OpenSession> {
  const id = randomUUID()
  const { userId } = inherited
  const event = {
    event: 'code-exchanged',
    requestContext,
    userId,
    sessionId: id,
    clientId,
    platform,
  } as const
  const row = await insertSession(
    trx.with('noted', (query) => noteIssuedSession(query, { tokenId, sessionId: id })),
    { id, parentId, clientId, platform, scopes, ...inherited },
    event,
  )
    .returning(countOpen({ parentId, clientId }).as('others'))
    .executeTakeFirstOrThrow()
  reportEvent(event)
  if (row.others >= maxChildSessions) await endOldest(trx, outbox, { parentId, clientId }, maxChildSessions)
  return asOpen(row)
}

/** Throws `wrong-credentials` if the database refused a session without a user, and any other error as it is. */
function refuseReplacedPassword(error: unknown): never {
  const hasNoUser =
    error instanceof DatabaseError &&
    error.code === '23502' &&
    error.table === 'sessions' &&
    error.column === 'user_id'
  throw hasNoUser ? new Failure('wrong-credentials', { cause: error }) : error
}

/** Inserts a session and the event of its start. */
function insertSession(query: QueryCreator<Tables>, row: InsertObject<Tables, 'sessions'>, event: Recorded) {
  return query
    .with('recorded', (events) => insertEvent(events, event))
    .insertInto('sessions')
    .values(row)
    .returning(openColumns)
}

/**
 * Locks an open session at Foyer, and selects the columns that a session below it inherits, in the same round trip as
 * another statement. Selects nothing if the session has ended or is a child itself, or if the user may not use its platform.
 */
export function lockParent(query: QueryCreator<Tables>, parentId: Expression<string | null>) {
  return (
    query
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select(['sessions.id as parentId', 'userId', 'authTime', 'amr', 'acr'])
      .select(['idleSeconds', 'idleExpiresAt', 'expiresAt'])
      .where('sessions.id', '=', parentId)
      .where('parentId', 'is', null)
      .where(isLive)
      .where(isOfActiveMember)
      // Every transaction locks the user before the session; the child's foreign key locks the user anyway.
      .forKeyShare('users')
      .forUpdate('sessions')
  )
}
