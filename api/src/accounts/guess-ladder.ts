/** Guesses at a person's password or one-time code: one ladder for both, whichever way somebody tries to come in. */
import type { Db } from '../db/connect.ts'
import { takeGuess } from '../http/rate-limit.ts'
import { type Recorded, recordEvent } from './audit.ts'
import { isKnownDevice } from './known-devices.ts'
import { nobody } from './users.ts'
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
  const isKnownBrowser =
    browserId !== null && (await isKnownDevice(db, { browserId, userId: userId ?? nobody }))
  const own = isKnownBrowser ? `:${browserId.toString('base64url')}` : ''
  return { key: `guess:${vault.lastingMac('guess', subject).toString('base64url')}${own}`, isKnownBrowser }
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
