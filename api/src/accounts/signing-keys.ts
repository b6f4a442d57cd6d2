/** The ES256 keys of access tokens: next, active, retired. Owner of the table signing_keys. */
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { recordEvent } from './audit.ts'
import type { Vault } from './vault.ts'

export type SigningKey = { kid: string; key: CryptoKey }

export type SigningKeys = {
  /** The one that signs now. Throws when the database has none. */
  active(): Promise<SigningKey>
  /** A published public key; undefined for an unknown kid. */
  publicKey(kid: string): Promise<CryptoKey | undefined>
  /** The key set as published (RFC 7517). */
  published(): Promise<JWK[]>
}

const algorithm = 'ES256'
/** Another copy of the service may have made a newer key: look again, but not for every forged kid. */
const reloadAfterMs = 60_000
const reloadForUnknownMs = 5_000

type Loaded = {
  active: SigningKey | undefined
  published: JWK[]
  publicKeys: Map<string, CryptoKey>
  at: number
}

/** Reads the keys when they are first asked for, and looks again from time to time. */
export function openSigningKeys(db: Db, vault: Vault): SigningKeys {
  let loaded: Loaded | undefined
  let loading: Promise<Loaded> | undefined

  /** Any number of callers share one look at the database. */
  async function fresh(maxAgeMs: number): Promise<Loaded> {
    if (loaded && performance.now() - loaded.at <= maxAgeMs) return loaded
    loading ??= load(db, vault).finally(() => {
      loading = undefined
    })
    const latest = await loading
    loaded = latest
    return latest
  }

  return {
    async active() {
      const { active } = await fresh(reloadAfterMs)
      if (!active) throw new Error('There is no active signing key')
      return active
    },
    async publicKey(kid) {
      const known = loaded?.publicKeys.get(kid)
      return known ?? (await fresh(reloadForUnknownMs)).publicKeys.get(kid)
    },
    published: async () => (await fresh(reloadAfterMs)).published,
  }
}

/** Makes the first key where there is none; two copies starting at once agree on one. */
export async function createFirstKey(db: Db, vault: Vault): Promise<void> {
  const existing = await db
    .selectFrom('signingKeys')
    .select('kid')
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (existing) return
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const created = await db
    .insertInto('signingKeys')
    .values({
      kid,
      state: 'active',
      publicJwk: JSON.stringify({ ...publicJwk, kid, alg: algorithm, use: 'sig' }),
      privateJwk: vault.encrypt('signing key', JSON.stringify(await exportJWK(privateKey))),
      activatedAt: sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kid')
    .executeTakeFirst()
  if (created) await recordEvent(db, { event: 'signing-key-created', details: { kid } })
}

async function load(db: Db, vault: Vault): Promise<Loaded> {
  const rows = await db.selectFrom('signingKeys').selectAll().orderBy('createdAt', 'desc').execute()
  const publicKeys = new Map<string, CryptoKey>()
  let active: SigningKey | undefined
  for (const row of rows) {
    publicKeys.set(row.kid, (await importJWK(row.publicJwk, algorithm)) as CryptoKey)
    if (row.state !== 'active') continue
    const jwk = JSON.parse(vault.decrypt('signing key', row.privateJwk))
    active = { kid: row.kid, key: (await importJWK(jwk, algorithm)) as CryptoKey }
  }
  return { active, published: rows.map((row) => row.publicJwk), publicKeys, at: performance.now() }
}
