/** Serves health checks and public keys to servers and load balancers. */
import { getJwks, type UnreadyReason } from '@foyer/contract/routes/operations'
import type { Kysely } from 'kysely'
import { openSigningKeys } from './identity/tokens/signing-keys.ts'
import { buildInfo } from './kernel/build-info.ts'
import { databaseBounds } from './kernel/db/connect.ts'
import type { Tables } from './kernel/db/tables.ts'
import { serveHealth } from './kernel/http/health.ts'
import type { Serve, Services } from './services.ts'

export type Readiness = {
  isStopping(): boolean
  /** The missing step of the start; null once requests can be served. */
  missing(): UnreadyReason | null
  /** A connection for the readiness check only, so that a full pool does not make the service look dead. */
  healthDb?: Kysely<Tables>
  /** The readiness check's wait for the database; defaults to `databaseBounds`. */
  healthMs?: number
}

export function operationsRoutes(
  serve: Serve,
  { db, keyring, signingKeys, metrics, clock }: Services,
  { isStopping, missing, healthDb, healthMs = databaseBounds.healthMs }: Readiness,
): void {
  // Reads keys through the health connection, so that the check does not wait for the pool.
  const healthKeys = healthDb ? openSigningKeys(healthDb, keyring) : signingKeys
  const isReady = serveHealth(serve, {
    release: buildInfo,
    db: healthDb ?? db,
    isStopping,
    missing,
    isClockFarOff: clock.isFarOff,
    hasSigningKey: async () => Boolean(await healthKeys.active()),
    waitMs: healthMs,
  })
  metrics.gauge({
    name: 'foyer_ready',
    help: '1 when /health/ready would answer 200',
    read: async () => Number(await isReady()),
  })
  serve(getJwks, async () => ({ keys: (await signingKeys.published()) as Record<string, unknown>[] }))
}
