/** Asks for the second factor of a sign-in before a session opens (docs/decisions/second-factor.md). */
import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { keepFirstFactor } from '../tokens/proof-tokens.ts'
import type { User } from '../users/find-user.ts'
import { type Assurance, type AssuranceRules, assuranceOf, requiredAt } from './assurance.ts'
import type { SessionHere } from './browser-sessions.ts'
import type { OpenSession } from './session-row.ts'

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
  const { decision, enrolBy, isOverdue, hasTotp, hasPasskey, hasRecoveryCode } = required
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
  if (step === 'enrolment')
    return { kind: 'refused', error: new Failure('enrolment-needed', { more: { enrolment: { token } } }) }
  const { rememberBrowserDays } = platformPolicies[platform]
  const secondFactor = {
    ...{ token, user: userId, totp: hasTotp, recoveryCode: hasRecoveryCode, passkey: hasPasskey },
    rememberDays: browser?.isShared ? null : rememberBrowserDays,
  }
  return { kind: 'refused', error: new Failure('second-factor-needed', { more: { secondFactor } }) }
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
