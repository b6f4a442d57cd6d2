/**
 * Creates challenges, with the messages that contain their codes. With otp-challenges.ts the owner of the table
 * otp_challenges.
 */

import { randomBytes, randomInt } from 'node:crypto'
import { otpChallengeSeconds, otpDigits, otpSeconds } from '@foyer/contract/shared-values'
import { sql } from 'kysely'
import { insertEvent, type Recorded, reportEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { secondsFromNow } from '../../kernel/db/database-time.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { insertingMessages, type NewMessage } from '../../messages/messages.ts'
import { newToken } from './one-time-tokens.ts'
import { type Challenge, hashOf, macOf } from './otp-challenges.ts'

type NewChallenge = Omit<Challenge, 'id'>

type Sending = {
  code: string
  recorded: Recorded
  /** The messages that contain the code; no message for a user who cannot get it. */
  messages: readonly NewMessage[]
}

export function newCode(): string {
  return String(randomInt(0, 10 ** otpDigits)).padStart(otpDigits, '0')
}

/**
 * Creates a challenge with its messages and its event in one statement, and returns the challenge's token. Replaces the
 * user's earlier codes of this purpose. A request from a known browser replaces codes that were requested there, any other
 * request replaces codes of unknown browsers. For an unknown user it stores a random MAC that no code matches.
 */
export async function createChallenge(
  db: Db,
  keyring: Keyring,
  given: NewChallenge,
  { code, recorded, messages }: Sending,
): Promise<string> {
  const token = newToken('ot_')
  const { purpose, subject, browserId, channel, ...rest } = given
  await db
    .with('recorded', (query) => insertEvent(query, recorded))
    .with('queued', () => sql<object>`(${insertingMessages(messages)})`)
    .with('superseded', (query) =>
      query
        .updateTable('otpChallenges')
        .set({ supersededAt: sql<Date>`clock_timestamp()` })
        .where('subject', '=', subject)
        .where('purpose', '=', purpose)
        .where('browserId', 'is not distinct from', browserId)
        .where('supersededAt', 'is', null)
        .where('usedAt', 'is', null),
    )
    .insertInto('otpChallenges')
    .values({
      ...{ ...rest, purpose, subject, browserId, channel, hash: hashOf(token) },
      codeMac: given.userId ? macOf(keyring, { token, code }) : randomBytes(32),
      codeExpiresAt: secondsFromNow(otpSeconds),
      expiresAt: secondsFromNow(otpChallengeSeconds),
    })
    .execute()
  reportEvent(recorded)
  return token
}

/** Creates a challenge without a code, for a request that comes too early. The challenge can only request another code. */
export async function createWaitingChallenge(db: Db, { channel, ...given }: NewChallenge): Promise<string> {
  const token = newToken('ot_')
  await db
    .insertInto('otpChallenges')
    .values({
      ...given,
      channel,
      hash: hashOf(token),
      codeExpiresAt: secondsFromNow(otpSeconds),
      expiresAt: secondsFromNow(otpChallengeSeconds),
    })
    .execute()
  return token
}
