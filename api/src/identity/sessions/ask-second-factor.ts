/** Asks for the second factor of a sign-in before a session opens (docs/decisions/second-factor.md). */
import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'
import { recentProofSeconds } from '@foyer/contract/shared-values'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { keepFirstFactor } from '../tokens/proof-tokens.ts'
import type { User } from '../users/find-user.ts'
import {
  type Assurance,
  type AssuranceRules,
  assuranceOf,
  firstFactorOf,
  type Required,
  requiredAt,
  requiredToHandOver,
} from './assurance.ts'
import type { SessionHere } from './browser-sessions.ts'
import type { OpenSession } from './session-row.ts'
import { findOpenSession, isProvenSession } from './sessions.ts'

export type SignIn = {
  user: User
  platform: Platform
  /** Authentication methods (RFC 8176). */
  amr: string[]
  requestContext: RequestContext
  /** The browser of the proof, which gets a new value of its browser session; null for the session of a sister site. */
  browser: Browser | null
  /** The user's id of the browser, which becomes a known browser unless it is shared. */
  browserId: Buffer
  /** The hash that the password matched, for a sign-in by password. */
  passwordHash?: string
  /** The session of a sister site that the new session continues. */
  continued?: ContinuedSession
  /** The time of a proof that a former request made. The new session is never fresh, like one that continues another. */
  authTime?: Date
  /** The contact that a code proved. */
  contactId?: string
  /** The provider of a social sign-in, for the audit trail. */
  provider?: SocialProvider
  /** True if the user gets a notice should the browser be new: `allowsNotice` says so, and no other mail names the browser. */
  mayNotify: boolean
}

/**
 * The session that a new session continues. The user authenticated for the continued session, so the new session expires
 * with it. A platform's session moves below the new session: the logout of its former parent must not end it.
 */
export type ContinuedSession = OpenSession & { expiresAt: Date }

/** A sign-in needs a second factor: no session was opened, and the error says how to go on. Commit the transaction. */
export type Refused = { kind: 'refused'; error: Failure }

/** `enrolBy`: the user has no second factor, and the platform asks for one from this time on. */
type Enough = { kind: 'enough'; acr: Assurance; enrolBy: Date | null }

/**
 * Refuses a proof that needs a second factor. Call it before a change that only the owner of the account may make;
 * `startSession` calls it in any case.
 */
export async function askSecondFactor(
  trx: Db,
  config: AssuranceRules,
  {
    user,
    platform,
    amr,
    browser,
    browserId,
    requestContext,
    passwordHash,
    contactId,
    provider,
    continued,
  }: SignIn,
): Promise<Refused | Enough> {
  const userId = user.id
  const acr = continued?.acr ?? assuranceOf(amr)
  const required = await requiredAt(trx, config, { userId, platform, browserId, acr })
  const { decision, enrolBy, isOverdue } = required
  if (decision === 'opens' || decision === 'remembered')
    return { kind: 'enough', acr: decision === 'opens' ? acr : 2, enrolBy: null }
  if (decision === 'enrolment' && !isOverdue) return { kind: 'enough', acr, enrolBy }
  const step = decision === 'enrolment' ? 'enrolment' : 'second-factor'
  const details = { method: amr.at(-1) ?? null }
  await recordEvent(trx, { event: `${step}-needed`, requestContext, userId, platform, details })
  // Nobody is at a session that continues another, so nobody can finish it.
  if (continued) return { kind: 'refused', error: new Failure('proof-needed') }
  const token = await keepFirstFactor(trx, step, {
    ...{ userId, amr, platform, passwordHash },
    ...{ provider: provider ?? null, contactId: contactId ?? null },
  })
  return {
    kind: 'refused',
    error: refusalOf(required, { token, userId, platform, isShared: browser?.isShared ?? false }),
  }
}

/** Returns the refusal that leads to the second step, or to its setup, with the token of the first factor. */
function refusalOf(
  { decision, hasTotp, hasPasskey, hasRecoveryCode }: Required,
  {
    token,
    userId,
    platform,
    isShared,
  }: { token: string; userId: string; platform: Platform; isShared: boolean },
): Failure {
  if (decision === 'enrolment') return new Failure('enrolment-needed', { more: { enrolment: { token } } })
  const rememberDays = isShared ? null : platformPolicies[platform].rememberBrowserDays
  const has = { totp: hasTotp, recoveryCode: hasRecoveryCode, passkey: hasPasskey }
  return new Failure('second-factor-needed', {
    more: { secondFactor: { token, user: userId, ...has, rememberDays } },
  })
}

type HandingOver = {
  userId: string
  sessionId: string
  platform: Platform
  /** The assurance that the platform asks for now. */
  asked: Assurance
  requestContext: RequestContext
  browser: Browser
}

/**
 * Refuses to hand a user over from an open session with too few factors. The session is the first factor of the second step,
 * which opens another session; to set up a second factor, the user must have proven the session a short time ago.
 */
export async function askSecondFactorOfOpen(
  db: Db,
  config: AssuranceRules,
  { userId, sessionId, platform, asked, requestContext, browser }: HandingOver,
): Promise<void> {
  const session = await findOpenSession(db, sessionId)
  if (!session) throw new Failure('session-ended')
  const { acr, browserId } = session
  const required = await requiredToHandOver(db, config, { userId, platform, browserId, acr, asked })
  const { decision, isOverdue } = required
  if (decision !== 'second-factor' && !isOverdue) return
  const step = decision === 'enrolment' ? 'enrolment' : 'second-factor'
  const event = `${step}-needed` as const
  await recordEvent(db, { event, requestContext, userId, sessionId, platform, details: { method: null } })
  if (
    step === 'enrolment' &&
    !(await isProvenSession(db, config, sessionId, { seconds: recentProofSeconds }))
  )
    throw new Failure('proof-needed')
  const token = await keepFirstFactor(db, step, {
    ...{ userId, platform, amr: [...firstFactorOf(session.amr)], passwordHash: undefined },
    ...{ provider: null, contactId: null },
  })
  throw refusalOf(required, { token, userId, platform, isShared: browser.isShared })
}

/** Refuses to continue a session, which has one factor, where a sign-in would need a second one. */
export async function askSecondFactorOfSource(
  trx: Db,
  config: AssuranceRules,
  {
    source,
    platform,
    requestContext,
  }: { source: SessionHere; platform: Platform; requestContext: RequestContext },
): Promise<Refused | Enough> {
  const { userId, browserId, acr } = source
  const { decision, enrolBy, isOverdue } = await requiredAt(trx, config, { userId, platform, browserId, acr })
  if (decision !== 'second-factor' && !isOverdue)
    return { kind: 'enough', acr: decision === 'remembered' ? 2 : acr, enrolBy }
  const event = isOverdue ? 'enrolment-needed' : 'second-factor-needed'
  await recordEvent(trx, { event, requestContext, userId, platform, details: { continued: source.id } })
  return { kind: 'refused', error: new Failure('proof-needed') }
}
