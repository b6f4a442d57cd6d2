/** Creates, promotes, retires and deletes signing keys (RFC 7517); every step records an audit event. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { keySetMaxAgeSeconds } from '@foyer/contract/shared-values'
import { exportJWK, generateKeyPair } from 'jose'
import type { Kysely, Transaction } from 'kysely'
import { recordEvent } from '../../kernel/audit.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { sessionLives } from './session-lives.ts'
import { signingAlgorithm } from './sign-jwt.ts'
import {
  activateKey,
  changeSigningKeys,
  deleteKey,
  insertNextKey,
  listSigningKeys,
  retireKey,
  type SigningKeyRow,
} from './signing-key-rows.ts'

const days = 86_400

/**
 * The times of a signing key. A key is published before it signs. After it has signed, it stays published for the sum of
 * the life of an access token, the age of a cached key set, and the margin.
 */
const signingKeyTimes = {
  publishBeforeSeconds: 1 * days,
  signSeconds: 90 * days,
  marginSeconds: 1 * days,
} as const

const { publishBeforeSeconds, signSeconds, marginSeconds } = signingKeyTimes
const longestAccessSeconds = Math.max(...Object.values(sessionLives).map((lives) => lives.accessSeconds))
const publishAfterSeconds = longestAccessSeconds + keySetMaxAgeSeconds + marginSeconds
/** After this time every copy of the service has read the keys again. */
const settleMs = 2_000

type Trx = Transaction<Tables>
type NextKey = Pick<SigningKeyRow, 'kid' | 'createdAt'>

/** Creates the first key. Two copies of the service that start at the same moment create only one. */
export async function createFirstKey(db: Kysely<Tables>, keyring: Keyring): Promise<void> {
  if (byState(await listSigningKeys(db)).active) return
  await changeSigningKeys(db, async (trx) => {
    const { active, next } = byState(await listSigningKeys(trx))
    if (!active) await promote(trx, next ?? (await publishNext(trx, keyring)))
  })
}

/** Runs the steps that are due, such as promoting or deleting a key, and returns their number. */
export function rotateDueKeys(db: Kysely<Tables>, keyring: Keyring): Promise<number> {
  return changeSigningKeys(db, async (trx) => {
    const { active, next, retired } = byState(await listSigningKeys(trx))
    const outlived = retired.filter((row) => (row.retiredForSeconds ?? 0) >= publishAfterSeconds)
    for (const { kid } of outlived) {
      await deleteKey(trx, kid)
      await recordEvent(trx, { event: 'signing-key-removed', details: { kid } })
    }
    const age = active?.activeForSeconds ?? 0
    if (next && isLongPublished(next) && age >= signSeconds) {
      await promote(trx, next, active)
      return outlived.length + 1
    }
    if (next || age < signSeconds - publishBeforeSeconds) return outlived.length
    await publishNext(trx, keyring)
    return outlived.length + 1
  })
}

export type Rotation =
  | { kind: 'promoted'; kid: string; retiredKid: string | null }
  /** `isNew`: this call published the key. */
  | { kind: 'published'; kid: string; isNew: boolean; promotableAt: Date }

/** Promotes the next key once it has been published long enough. Publishes a next key if there is none. */
export function rotateKeys(db: Kysely<Tables>, keyring: Keyring): Promise<Rotation> {
  return changeSigningKeys(db, async (trx) => {
    const { active, next } = byState(await listSigningKeys(trx))
    if (next && isLongPublished(next)) return promoteInstead(trx, next, active)
    const { kid, createdAt } = next ?? (await publishNext(trx, keyring))
    return {
      kind: 'published',
      kid,
      isNew: !next,
      promotableAt: secondsAfter(createdAt, publishBeforeSeconds),
    }
  })
}

/**
 * Promotes the next key immediately, for an emergency. A new key first waits for two seconds, so that every copy of the
 * service knows the key before one of them signs with it. Platforms may need up to half a minute more.
 */
export async function rotateKeysNow(db: Kysely<Tables>, keyring: Keyring): Promise<Rotation> {
  const published = byState(await listSigningKeys(db)).next
  if (!published) await rotateKeys(db, keyring)
  await sleep(Math.max(0, settleMs - (published?.publishedForSeconds ?? 0) * 1_000))
  return changeSigningKeys(db, async (trx) => {
    const { active, next } = byState(await listSigningKeys(trx))
    return promoteInstead(trx, next ?? (await publishNext(trx, keyring)), active)
  })
}

export type Revocation = { wasActive: boolean; activeKid: string | null }

/** Deletes a leaked key, and promotes the next key if the leaked one was active. Returns null for an unknown kid. */
export function revokeKey(db: Kysely<Tables>, keyring: Keyring, kid: string): Promise<Revocation | null> {
  return changeSigningKeys(db, async (trx) => {
    const rows = await listSigningKeys(trx)
    if (!rows.some((row) => row.kid === kid)) return null
    await deleteKey(trx, kid)
    await recordEvent(trx, { event: 'signing-key-revoked', details: { kid } })
    const { active, next } = byState(rows)
    if (active?.kid !== kid) return { wasActive: false, activeKid: active?.kid ?? null }
    const successor = next ?? (await publishNext(trx, keyring))
    await promote(trx, successor)
    return { wasActive: true, activeKid: successor.kid }
  })
}

export type KeyPlan = Pick<SigningKeyRow, 'kid' | 'state' | 'createdAt' | 'activatedAt' | 'retiredAt'> & {
  /** When the next step of this key is due. */
  nextStepAt: Date
}

/** Lists every published key, the newest first, with its next step. */
export async function planOfKeys(db: Kysely<Tables>): Promise<KeyPlan[]> {
  const rows = await listSigningKeys(db)
  return rows.map(({ kid, state, createdAt, activatedAt, retiredAt }) => {
    const since = { next: createdAt, active: activatedAt, retired: retiredAt }[state] ?? createdAt
    const seconds = { next: publishBeforeSeconds, active: signSeconds, retired: publishAfterSeconds }[state]
    return { kid, state, createdAt, activatedAt, retiredAt, nextStepAt: secondsAfter(since, seconds) }
  })
}

function byState(rows: SigningKeyRow[]) {
  return {
    active: rows.find((row) => row.state === 'active'),
    next: rows.find((row) => row.state === 'next'),
    retired: rows.filter((row) => row.state === 'retired'),
  }
}

function isLongPublished(row: SigningKeyRow): boolean {
  return row.publishedForSeconds >= publishBeforeSeconds
}

async function publishNext(trx: Trx, keyring: Keyring): Promise<NextKey> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  // Not a thumbprint: some begin with '-', which a command line reads as an option.
  const kid = randomUUID()
  const createdAt = await insertNextKey(trx, {
    kid,
    publicJwk: { ...publicJwk, kid, alg: signingAlgorithm, use: 'sig' },
    privateJwk: keyring.encrypt('signing key', JSON.stringify(await exportJWK(privateKey))),
  })
  await recordEvent(trx, { event: 'signing-key-created', details: { kid } })
  return { kid, createdAt }
}

async function promote(trx: Trx, { kid }: NextKey, old?: SigningKeyRow): Promise<void> {
  if (old) {
    await retireKey(trx, old.kid)
    await recordEvent(trx, { event: 'signing-key-retired', details: { kid: old.kid } })
  }
  await activateKey(trx, kid)
  await recordEvent(trx, { event: 'signing-key-promoted', details: { kid } })
}

async function promoteInstead(trx: Trx, next: NextKey, old: SigningKeyRow | undefined): Promise<Rotation> {
  await promote(trx, next, old)
  return { kind: 'promoted', kid: next.kid, retiredKid: old?.kid ?? null }
}

function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000)
}
