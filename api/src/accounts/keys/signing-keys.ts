/** The ES256 keys of access tokens as this process knows them: a second old at most. */
import { type CryptoKey, importJWK, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Keyring } from '../../keyring.ts'
import { signingAlgorithm } from './key-rotation.ts'
import { listSigningKeys } from './signing-key-rows.ts'

export type SigningKey = { kid: string; key: CryptoKey }

export type SigningKeys = {
  /** The one that signs now. Throws when the database has none. */
  active(): Promise<SigningKey>
  /** A published public key; undefined for an unknown or revoked kid. */
  publicKey(kid: string): Promise<CryptoKey | undefined>
  /** The key set as published (RFC 7517). */
  published(): Promise<JWK[]>
}

/**
 * Another copy of the service, or the command line, may have changed the keys: a revoked one is not to live on here.
 * Also how often forged kids can make us look.
 */
const maxAgeMs = 1_000

type KeySet = {
  active: SigningKey | undefined
  published: JWK[]
  publicKeys: Map<string, CryptoKey>
  readAt: number
}

/** Asks nothing of the database before somebody asks for a key. */
export function openSigningKeys(db: Kysely<Tables>, keyring: Keyring): SigningKeys {
  let known: KeySet | undefined
  let reading: Promise<KeySet> | undefined

  /** Any number of callers share one look at the database. */
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
      // Platforms go on verifying while the database is away.
      const keySet = await fresh().catch((error) => known ?? Promise.reject(error))
      return keySet.published
    },
  }
}

/** Keys never change, so those that were known are not imported again. */
async function readKeySet(db: Kysely<Tables>, keyring: Keyring, known?: KeySet): Promise<KeySet> {
  const readAt = performance.now()
  const rows = await listSigningKeys(db)
  const publicKeys = new Map<string, CryptoKey>()
  let active: SigningKey | undefined
  for (const { kid, state, publicJwk, privateJwk } of rows) {
    publicKeys.set(kid, known?.publicKeys.get(kid) ?? (await importKey(publicJwk)))
    if (state !== 'active' || !privateJwk) continue
    const isKnown = known?.active?.kid === kid
    active = isKnown
      ? known.active
      : { kid, key: await importKey(JSON.parse(keyring.decrypt('signing key', privateJwk))) }
  }
  return { active, published: rows.map((row) => row.publicJwk), publicKeys, readAt }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, signingAlgorithm)) as CryptoKey
}
