/**
 * Finds and clears the lockouts of a user. Each contact has one lockout for each known browser, and one lockout that all
 * other browsers share (kernel/limits/lockout.ts counts them).
 */
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { waitKeys } from '../../kernel/limits/growing-waits.ts'
import { type Lockout, longestLockout } from '../../kernel/limits/lockout.ts'
import { clearCounters, type Rule } from '../../kernel/limits/rate-limit.ts'
import {
  lockoutKey,
  otpSendKey,
  otpSendLimits,
  otpTryRules,
  secondFactorKey,
} from '../../kernel/limits/user-limits.ts'
import { listContactIds } from '../users/users.ts'
import { listBrowserIds } from './known-browsers.ts'

/** Returns the user's longest lockout of passwords and codes at present, of any contact and in any browser. */
export async function longestUserLockout(db: Db, keyring: Keyring, userId: string): Promise<Lockout | null> {
  const counters = await countersOf(db, userId)
  return longestLockout(
    db,
    counters.map(({ subject, browser }) => lockoutKey(keyring, subject, browser)),
  )
}

/** Returns the longest lockout of the user's second factors at present, in any browser. */
export async function longestSecondFactorLockout(
  db: Db,
  keyring: Keyring,
  userId: string,
): Promise<Lockout | null> {
  return longestLockout(db, await secondFactorKeys(db, keyring, userId))
}

/**
 * Clears every lockout of a user's second factors. A new password does not: an attacker who reads the user's mail would have
 * new guesses with each.
 */
export async function clearSecondFactorLockouts(
  db: Db,
  keyring: Keyring,
  userId: string,
  deleted: Deleted = {},
): Promise<void> {
  await clearCounters(db, { keys: await secondFactorKeys(db, keyring, userId, deleted), waits: [] })
}

async function secondFactorKeys(
  db: Db,
  keyring: Keyring,
  userId: string,
  deleted: Deleted = {},
): Promise<string[]> {
  const browsers = [null, ...(deleted.browsers ?? []), ...(await listBrowserIds(db, userId))]
  return browsers.map((browser) => secondFactorKey(keyring, userId, browser))
}

/** Lists the limits of codes to a user and of attempts at codes, in addition to the lockouts. */
export async function codeRulesOf(db: Db, keyring: Keyring, userId: string): Promise<Rule[]> {
  const { short, long } = otpSendLimits
  return (await countersOf(db, userId)).flatMap(({ subject, browser }) => {
    const sends = waitKeys(otpSendKey(keyring, subject, browser))
    return [
      { key: sends.short, ...short },
      { key: sends.long, ...long },
      ...otpTryRules(lockoutKey(keyring, subject, browser)),
    ]
  })
}

/** Ids of rows that a transaction has just deleted. Their counters still exist. */
type Deleted = { browsers?: readonly Buffer[]; contactIds?: readonly string[] }

/**
 * Clears every lockout of a user, also the one of a closed account, and the waits between one-time codes. Includes the
 * counters of the browsers and contacts in `deleted`.
 */
export async function clearUserLockouts(
  db: Db,
  keyring: Keyring,
  userId: string,
  deleted: Deleted = {},
): Promise<void> {
  const counters = await countersOf(db, userId, deleted)
  const lockouts = counters.map(({ subject, browser }) => lockoutKey(keyring, subject, browser))
  await clearCounters(db, {
    keys: lockouts.flatMap((key) => [key, ...otpTryRules(key).map((rule) => rule.key)]),
    waits: counters.map(({ subject, browser }) => otpSendKey(keyring, subject, browser)),
  })
}

/** Lists the ids that a user's attempts count under, the user's own and those of the contacts, each with every browser. */
async function countersOf(
  db: Db,
  userId: string,
  deleted: Deleted = {},
): Promise<{ subject: string; browser: Buffer | null }[]> {
  const subjects = [userId, ...(deleted.contactIds ?? []), ...(await listContactIds(db, userId))]
  const browsers = [null, ...(deleted.browsers ?? []), ...(await listBrowserIds(db, userId))]
  return subjects.flatMap((subject) => browsers.map((browser) => ({ subject, browser })))
}
