/** Guesses at a person's password or one-time code: one ladder for both, whichever way somebody tries to come in. */
import type { Db } from '../db/connect.ts'
import { takeGuess } from '../http/rate-limit.ts'
import { type Recorded, recordEvent } from './audit.ts'
import { findKnownBrowser } from './known-devices.ts'
import type { Vault } from './vault.ts'

export type GuessLadder = {
  key: string
  /** Somebody signed in as this person here before: the ladder is this browser's own. */
  isKnownBrowser: boolean
}

/**
 * `subject` is the id that was asked for, real or made up. Strangers share one ladder; a browser where this person
 * signed in before has its own, so that nobody else's guesses shut them out.
 */
export async function guessLadderOf(
  { db, vault }: { db: Db; vault: Vault },
  { subject, userId, browserId }: { subject: string; userId: string | null; browserId: Buffer | null },
): Promise<GuessLadder> {
  const knownBrowser = await findKnownBrowser(db, { browserId, userId })
  const key = `guess:${vault.lastingMac('guess', subject).toString('base64url')}${suffixOf(knownBrowser)}`
  return { key, isKnownBrowser: knownBrowser !== null }
}

/** What makes a counter of a person a known browser's own; strangers share the one without. */
export function suffixOf(knownBrowser: Buffer | null): string {
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
