/**
 * Creates challenges, with the messages that carry their codes. With otp-challenges.ts the owner of the table
 * otp_challenges.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { otpChallengeSeconds, otpDigits, otpSeconds } from '@foyer/contract/numbers'
import { sql } from 'kysely'
import { insertingEvents, type Recorded, reportEvent } from '../../audit.ts'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/connect.ts'
import type { Keyring } from '../../keyring.ts'
import { insertingMessages, type NewMessage } from '../../outbox/messages.ts'
import { type Challenge, hashOf, macOf } from './otp-challenges.ts'

type NewChallenge = Omit<Challenge, 'id'>

type Sending = {
  code: string
  recorded: Recorded
  /** The messages that carry the code: none for a user who cannot get it. */
  messages: readonly NewMessage[]
}

export function newCode(): string {
  return String(randomInt(0, 10 ** otpDigits)).padStart(otpDigits, '0')
}

/**
 * Creates a challenge of a code, with its messages and its event in one statement, and returns the challenge's token. Replaces
 * the user's earlier codes of this purpose: in a known browser those requested there, in any other those requested outside
 * known browsers. An unknown user gets a random MAC that no code matches.
 */
export async function createChallenge(
  db: Db,
  keyring: Keyring,
  given: NewChallenge,
  { code, recorded, messages }: Sending,
): Promise<string> {
  const token = newToken()
  const codeMac = given.userId ? macOf(keyring, { token, code }) : randomBytes(32)
  await write(db, { given, hash: hashOf(token), codeMac, recorded, messages })
  reportEvent(recorded)
  return token
}

/** Creates a challenge without a code, for a request that comes too early: it can only request another code. */
export async function createWaitingChallenge(db: Db, { channel, ...given }: NewChallenge): Promise<string> {
  const token = newToken()
  await db
    .insertInto('otpChallenges')
    .values({
      ...given,
      medium: channel,
      hash: hashOf(token),
      codeExpiresAt: secondsFromNow(otpSeconds),
      expiresAt: secondsFromNow(otpChallengeSeconds),
    })
    .execute()
  return token
}

type Written = {
  given: NewChallenge
  hash: Buffer
  codeMac: Buffer
  recorded: Recorded
  messages: readonly NewMessage[]
}

const write = batched(writeTogether)

/** The earlier rows are locked in the order of their ids. */
async function writeTogether(db: Db, written: readonly Written[]): Promise<undefined[]> {
  const given = written.map((one) => one.given)
  await sql`
    with recorded as (${insertingEvents(written.map(({ recorded }) => recorded))}),
    queued as (${insertingMessages(written.flatMap(({ messages }) => messages))}),
    given as (
      select * from unnest(${written.map(({ hash }) => hash)}::bytea[], ${given.map(({ purpose }) => purpose)}::text[],
        ${given.map(({ subject }) => subject)}::uuid[], ${given.map(({ userId }) => userId)}::uuid[],
        ${given.map(({ channel }) => channel)}::text[], ${given.map(({ isBoth }) => isBoth)}::boolean[],
        ${given.map(({ contactId }) => contactId)}::uuid[], ${given.map(({ product }) => product)}::text[],
        ${given.map(({ deviceId }) => deviceId)}::bytea[], ${given.map(({ browserId }) => browserId)}::bytea[],
        ${written.map(({ codeMac }) => codeMac)}::bytea[], ${areReplaced(given)}::boolean[])
        as given (hash, purpose, subject, user_id, medium, is_both, contact_id, product, device_id, browser_id, code_mac, is_replaced)
    ), superseded as (
      update otp_challenges set superseded_at = clock_timestamp()
      where id in (
        select earlier.id from otp_challenges as earlier join given using (subject, purpose)
        where earlier.browser_id is not distinct from given.browser_id
          and earlier.superseded_at is null and earlier.used_at is null
        order by earlier.id for no key update of earlier)
    )
    insert into otp_challenges (hash, purpose, subject, user_id, medium, is_both, contact_id, product, device_id,
      browser_id, code_mac, superseded_at, code_expires_at, expires_at)
    select hash, purpose, subject, user_id, medium, is_both, contact_id, product, device_id, browser_id, code_mac,
      case when is_replaced then clock_timestamp() end,
      clock_timestamp() + make_interval(secs => ${otpSeconds}),
      clock_timestamp() + make_interval(secs => ${otpChallengeSeconds}) from given`.execute(db)
  return new Array(written.length)
}

/** Says of each challenge whether a later one of the same batch replaces it. */
function areReplaced(given: readonly NewChallenge[]): boolean[] {
  const keys = given.map(
    ({ subject, purpose, browserId }) => `${subject} ${purpose} ${browserId?.toString('base64url')}`,
  )
  return keys.map((key, index) => keys.lastIndexOf(key) !== index)
}

function newToken(): string {
  return `ot_${randomBytes(32).toString('base64url')}`
}

function secondsFromNow(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}
