/** Caches the ES256 keys of access tokens in this process for one second. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type CryptoKey, importJWK, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { type SigningKey, signingAlgorithm } from './sign-jwt.ts'
import { listSigningKeys } from './signing-key-rows.ts'

export type SigningKeys = {
  /** Returns the active key, which signs. Throws if the database has no active key. */
  active(): Promise<SigningKey>
  /** Returns a published public key; undefined for an unknown or revoked kid. */
  publicKey(kid: string): Promise<CryptoKey | undefined>
  /** Returns the key set as published (RFC 7517). */
  published(): Promise<JWK[]>
}

/**
 * The longest time for which this process uses a key that another copy of the service or the command line has revoked. Also
 * the shortest time between two queries that tokens with forged kids cause.
 */
const maxAgeMs = 1_000

type KeySet = {
  active: SigningKey | undefined
  published: JWK[]
  publicKeys: Map<string, CryptoKey>
  readAt: number
}

/** Opens the keys without a query; the first use of a key reads them. */
export function openSigningKeys(db: Kysely<Tables>, keyring: Keyring): SigningKeys {
  let known: KeySet | undefined
  let reading: Promise<KeySet> | undefined

  /** Parallel callers share one query. */
  async function fresh(): Promise<KeySet> {
    if (known && performance.now() - known.readAt <= maxAgeMs) return known
    reading ??= readKeySet(db, keyring, known).finally(() => {
      reading = undefined
    })
    const latest = await reading
    known = latest
    return latest
  }

  return {
    async active() {
      const { active } = await fresh()
      if (!active) throw new Error('There is no active signing key')
      return active
    },
    publicKey: async (kid) => (await fresh()).publicKeys.get(kid),
    async published() {
      // While the database is unreachable, platforms can still verify tokens with the last known keys.
      const keySet = await fresh().catch((error) => known ?? Promise.reject(error))
      return keySet.published
    },
  }
}

/** Reads the keys. A key never changes, so known keys are not imported again. */
async function readKeySet(db: Kysely<Tables>, keyring: Keyring, known?: KeySet): Promise<KeySet> {
  const readAt = performance.now()
  const rows = await listSigningKeys(db)
  const publicKeys = new Map<string, CryptoKey>()
  let active: SigningKey | undefined
  for (const { kid, state, publicJwk, privateJwk } of rows) {
    publicKeys.set(kid, known?.publicKeys.get(kid) ?? (await importPublicKey(publicJwk)))
    if (state !== 'active' || !privateJwk) continue
    const isKnown = known?.active?.kid === kid
    active = isKnown ? known.active : { kid, key: readPrivateKey(keyring.decrypt('signing key', privateJwk)) }
  }
  return { active, published: rows.map((row) => row.publicJwk), publicKeys, readAt }
}

async function importPublicKey(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, signingAlgorithm)) as CryptoKey
}

function readPrivateKey(jwk: string): KeyObject {
  return createPrivateKey({ format: 'jwk', key: JSON.parse(jwk) })
}
