/**
 * Decides whether a proof opens a session, needs a second factor, or needs one to be set up (docs/decisions/second-factor.md).
 * start-session.ts asks it for every session. Owner of the table assurance_enrolments.
 */
import { type Assurance, platformPolicies } from '@foyer/contract/platform-policies'
import { type Platform, platforms } from '@foyer/contract/platforms'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'

export type { Assurance } from '@foyer/contract/platform-policies'

/** Precedes the methods of the second factor in `amr` (RFC 8176). */
const mfa = 'mfa'

/** Adds a second factor to the methods of the first one: that of a code, unless others are given. */
export function withSecondFactor(amr: readonly string[], second: readonly string[] = ['otp']): string[] {
  return [...amr, mfa, ...second]
}

/** Returns the methods of the first factor. */
export function firstFactorOf(amr: readonly string[]): readonly string[] {
  const end = amr.indexOf(mfa)
  return end === -1 ? amr : amr.slice(0, end)
}

/** Returns the assurance of a proof by its methods. The keeper of a passkey verifies its user, so a passkey is two factors. */
export function assuranceOf(amr: readonly string[]): Assurance {
  return amr.includes(mfa) || amr.includes('user') ? 2 : 1
}

/** The condition that a row of `sessions` was proven with two factors, as `assuranceOf` says. */
export const isProvenByTwo = sql<boolean>`(amr && array['mfa', 'user'])`

export type AssuranceRules = Pick<Config, 'platformAssurance'>

/** Returns what a platform asks for: the operator's setting, or else its policy. */
export function assuranceAt({ platformAssurance }: AssuranceRules, platform: Platform): Assurance {
  return platformAssurance[platform] ?? platformPolicies[platform].assurance
}

/**
 * The condition that a user proves changes of their account by two factors: with an authenticator app, or with a passkey if
 * they belong to a platform that asks for two. A password alone could otherwise add a passkey, which then opens that platform.
 */
export function isGuardedByTwo(config: AssuranceRules, userId: RawBuilder<string>): RawBuilder<boolean> {
  const strict = platforms.filter((platform) => assuranceAt(config, platform) === 2)
  return sql<boolean>`(
    exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null)
    or exists (select from passkeys where user_id = ${userId})
      and exists (select from memberships where user_id = ${userId} and platform = any(${strict}))
  )`
}

export async function mustProveByTwo(db: Db, config: AssuranceRules, userId: string): Promise<boolean> {
  const row = await db
    .selectNoFrom(isGuardedByTwo(config, sql<string>`${userId}::uuid`).as('isGuarded'))
    .executeTakeFirstOrThrow()
  return row.isGuarded
}

type Facts = {
  /** The assurance of the proof. */
  acr: Assurance
  /** The assurance that the platform asks for. */
  needed: Assurance
  hasTotp: boolean
  hasPasskey: boolean
  /** The user gave a second factor in this browser and chose to be remembered, not too long ago for this platform. */
  isRemembered: boolean
}

/**
 * - `opens`: the proof is enough.
 * - `remembered`: the browser is the second factor.
 * - `second-factor`: the user has to give one.
 * - `enrolment`: the user has none, and the platform asks for one.
 */
export type Decision = 'opens' | 'remembered' | 'second-factor' | 'enrolment'

/** The rule. A passkey alone is a way to sign in: only a platform with two factors asks a user for it after a password. */
export function decideAssurance({ acr, needed, hasTotp, hasPasskey, isRemembered }: Facts): Decision {
  if (acr === 2) return 'opens'
  if (hasTotp || (needed === 2 && hasPasskey)) return isRemembered ? 'remembered' : 'second-factor'
  return needed === 2 ? 'enrolment' : 'opens'
}

type Sought = {
  userId: string
  platform: Platform
  /** The user's id of the browser; null for none. */
  browserId: Buffer | null
  acr: Assurance
}

export type Required = {
  decision: Decision
  hasTotp: boolean
  hasPasskey: boolean
  hasRecoveryCode: boolean
  /** The time from which `enrolment` refuses sign-ins; null for any other decision. */
  enrolBy: Date | null
  /** The decision is `enrolment`, and that time has come. */
  isOverdue: boolean
}

/** Reads what the user has, and decides. The first sign-in without a second factor begins the time to set one up. */
export async function requiredAt(
  db: Db,
  config: AssuranceRules,
  { userId, platform, browserId, acr }: Sought,
): Promise<Required> {
  const needed = assuranceAt(config, platform)
  const { rememberBrowserDays, enrolWithinDays } = platformPolicies[platform]
  const factors =
    acr === 2 ? none : await findFactors(db, { userId, browserId, rememberDays: rememberBrowserDays })
  const decision = decideAssurance({ acr, needed, ...factors })
  if (decision !== 'enrolment') return { decision, ...factors, enrolBy: null, isOverdue: false }
  return { decision, ...factors, ...(await beginEnrolment(db, { userId, platform, days: enrolWithinDays })) }
}

const none = { hasTotp: false, hasPasskey: false, hasRecoveryCode: false, isRemembered: false }

async function findFactors(
  db: Db,
  { userId, browserId, rememberDays }: { userId: string; browserId: Buffer | null; rememberDays: number },
): Promise<typeof none> {
  const { rows } = await sql<typeof none>`select
    exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null) as has_totp,
    exists (select from passkeys where user_id = ${userId}) as has_passkey,
    exists (select from recovery_codes where user_id = ${userId} and used_at is null) as has_recovery_code,
    exists (select from known_browsers where user_id = ${userId} and browser_id = ${browserId}::bytea
      and expires_at > clock_timestamp()
      and second_factor_at > clock_timestamp() - make_interval(days => ${rememberDays})) as is_remembered`.execute(
    db,
  )
  return rows[0] ?? none
}

/** Notes the first sign-in of the user without a second factor, and returns the end of the time to set one up. */
async function beginEnrolment(
  db: Db,
  { userId, platform, days }: { userId: string; platform: Platform; days: number },
): Promise<{ enrolBy: Date; isOverdue: boolean }> {
  const enrolBy = sql<Date>`began_at + make_interval(days => ${days})`
  return db
    .insertInto('assuranceEnrolments')
    .values({ userId, platform })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'platform']).doUpdateSet({ beganAt: sql`assurance_enrolments.began_at` }),
    )
    .returning([enrolBy.as('enrolBy'), sql<boolean>`${enrolBy} <= clock_timestamp()`.as('isOverdue')])
    .executeTakeFirstOrThrow()
}

/**
 * Returns whether an open session still has the assurance that its platform asks for: false once the user has to give or to
 * set up a second factor there. Runs no statement for most sessions.
 */
export async function isStillAssured(
  db: Db,
  config: AssuranceRules,
  { userId, platform, acr }: { userId: string; platform: Platform; acr: Assurance },
): Promise<boolean> {
  if (acr === 2 || assuranceAt(config, platform) === 1) return true
  const { decision, isOverdue } = await requiredAt(db, config, { userId, platform, browserId: null, acr })
  return decision === 'enrolment' && !isOverdue
}

/**
 * Decides whether an open session hands its user over to a platform. The new session has the assurance of this one, so the rule
 * is that of a sign-in: a session of before the user added an app opens nothing new until the user gives a second factor.
 * `asked` is the assurance that the platform asks for now. Where two factors are needed, a remembered browser is not enough: it
 * would not raise the session.
 */
export async function requiredToHandOver(
  db: Db,
  config: AssuranceRules,
  { asked, ...sought }: Sought & { asked: Assurance },
): Promise<Required> {
  if (asked === 1 && assuranceAt(config, sought.platform) === 1) return requiredAt(db, config, sought)
  const unremembered = { ...sought, browserId: null }
  if (asked === 1) return requiredAt(db, config, unremembered)
  const rememberDays = platformPolicies[sought.platform].rememberBrowserDays
  const factors = sought.acr === 2 ? none : await findFactors(db, { ...unremembered, rememberDays })
  const decision = decideAssurance({ acr: sought.acr, needed: 2, ...factors })
  // The platform asks now, so the user has no time left.
  return { decision, ...factors, enrolBy: null, isOverdue: decision === 'enrolment' }
}

/** Returns until when a user without a second factor may sign in at a platform; null if there is no such time. */
export async function findEnrolBy(
  db: Db,
  config: AssuranceRules,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<Date | null> {
  if (assuranceAt(config, platform) === 1) return null
  return (await requiredAt(db, config, { userId, platform, browserId: null, acr: 1 })).enrolBy
}

/** Lists the platforms that asked a user for a second factor, and when. */
export function listEnrolments(db: Db, userId: string) {
  return db
    .selectFrom('assuranceEnrolments')
    .select(['platform', 'beganAt'])
    .where('userId', '=', userId)
    .orderBy('beganAt')
    .execute()
}
