/**
 * Guesses at a person's password or one-time code: one ladder for both, whichever way somebody tries to come in; and the
 * keys of everything else that is counted of a person's codes, so that all of it can be cleared at once.
 */
import { otpTriesPerPerson, resetLinksPerPerson, type Window } from '@foyer/contract/limits'
import { type Recorded, recordEvent } from '../../audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Keyring } from '../../keyring.ts'
import {
  clearCounters,
  type Hold,
  longestHold,
  type Rule,
  returnGuess,
  takeGuess,
} from '../../limits/rate-limit.ts'
import type { Browser } from '../../request-context.ts'
import { browsersOf, findKnownBrowser } from '../sessions/known-browsers.ts'
import { listContactIds } from './users.ts'

export type GuessLadder = {
  key: string
  /** Somebody signed in as this person here before: the ladder is this browser's own. */
  isKnownBrowser: boolean
}

/**
 * `subject` comes from `findClaimedPerson`, for known and unknown people alike. Strangers share one ladder; a browser where this person
 * signed in before has its own, so that nobody else's guesses shut them out.
 */
export async function guessLadderOf(
  { db, keyring }: { db: Db; keyring: Keyring },
  { subject, userId, browser }: { subject: string; userId: string | null; browser: Browser },
): Promise<GuessLadder> {
  const knownBrowser = await findKnownBrowser(db, { browser, userId })
  return { key: guessKey(keyring, subject, knownBrowser), isKnownBrowser: knownBrowser !== null }
}

function guessKey(keyring: Keyring, subject: string, knownBrowser: Buffer | null): string {
  return `guess:${keyring.lastingMac('guess', subject).toString('base64url')}${suffixOf(knownBrowser)}`
}

/** Codes sent to somebody, whose next one is waited for. */
export function otpSendKey(keyring: Keyring, subject: string, knownBrowser: Buffer | null): string {
  return `otp-send:${keyring.lastingMac('otp send', subject).toString('base64url')}${suffixOf(knownBrowser)}`
}

/** Tries at codes, counted beside the ladder. */
export function otpTryRules({ key }: Pick<GuessLadder, 'key'>): Rule[] {
  return otpTriesPerPerson.map((window) => ({ key: `otp-verify:${window.windowSeconds}:${key}`, ...window }))
}

/** Links that set a password sent to somebody: of the hour, then of the day. */
export function resetLinkRules(keyring: Keyring, subject: string, knownBrowser: Buffer | null): [Rule, Rule] {
  const mac = keyring.lastingMac('reset links', subject).toString('base64url')
  const [hour, day] = resetLinksPerPerson
  return [ruleOf(hour), ruleOf(day)]

  function ruleOf(window: Window): Rule {
    return { key: `reset-links:${window.windowSeconds}:${mac}${suffixOf(knownBrowser)}`, ...window }
  }
}

/** What makes a counter of a person a known browser's own; strangers share the one without. */
function suffixOf(knownBrowser: Buffer | null): string {
  return knownBrowser ? `:${knownBrowser.toString('base64url')}` : ''
}

/** Takes one guess; a refusal is recorded and thrown. */
export async function takeRecordedGuess(
  db: Db,
  { key }: GuessLadder,
  who: Omit<Recorded, 'event'>,
): Promise<void> {
  await takeGuess(db, key).catch(async (error) => {
    await recordEvent(db, { event: 'sign-in-locked', ...who })
    throw error
  })
}

/** A guess that could not be looked at for want of capacity is given back. */
export async function lookAtGuess<Look>(
  db: Db,
  { key }: Pick<GuessLadder, 'key'>,
  look: () => Promise<Look>,
): Promise<Look> {
  try {
    return await look()
  } catch (error) {
    await returnGuess(db, key)
    throw error
  }
}

/** The longest lockout of this person: of any contact, among strangers or in a known browser. */
export async function findHold(db: Db, keyring: Keyring, userId: string): Promise<Hold | null> {
  const counted = await countedOf(db, userId)
  return longestHold(
    db,
    counted.map(({ subject, browser }) => guessKey(keyring, subject, browser)),
  )
}

/** Rows that a transaction has just removed, and whose counters are still there. */
type Forgotten = { browsers?: readonly Buffer[]; contactIds?: readonly string[] }

/** Everything that guesses at a person are counted under: their own id and those of their contacts, for each browser. */
async function countedOf(
  db: Db,
  userId: string,
  forgotten: Forgotten = {},
): Promise<{ subject: string; browser: Buffer | null }[]> {
  const subjects = [userId, ...(forgotten.contactIds ?? []), ...(await listContactIds(db, userId))]
  const browsers = [null, ...(forgotten.browsers ?? []), ...(await browsersOf(db, userId))]
  return subjects.flatMap((subject) => browsers.map((browser) => ({ subject, browser })))
}

/**
 * Resets every counter of guesses at this person and of codes sent to them, also one that had closed the account: those
 * of strangers, of known browsers, and of browsers that were just forgotten.
 */
export async function clearGuesses(
  db: Db,
  keyring: Keyring,
  userId: string,
  forgotten: Forgotten = {},
): Promise<void> {
  const counted = await countedOf(db, userId, forgotten)
  const ladders = counted.map(({ subject, browser }) => guessKey(keyring, subject, browser))
  await clearCounters(db, {
    keys: ladders.flatMap((key) => [key, ...otpTryRules({ key }).map((rule) => rule.key)]),
    turns: counted.map(({ subject, browser }) => otpSendKey(keyring, subject, browser)),
  })
}
