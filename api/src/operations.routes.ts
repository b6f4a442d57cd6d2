/** Serves what operators and developers ask for: health checks, public keys, the OpenAPI document and /docs. */
import { readFile } from 'node:fs/promises'
import { getJwks, getOpenapi, type UnreadyReason } from '@foyer/contract/routes/operations'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { apiSections } from './api-sections.ts'
import { fromRoot } from './from-root.ts'
import { openSigningKeys } from './identity/tokens/signing-keys.ts'
import { buildInfo } from './kernel/build-info.ts'
import type { Tables } from './kernel/db/tables.ts'
import { serveDocs } from './kernel/http/docs/serve-docs.ts'
import { serveHealth } from './kernel/http/health.ts'
import { describeApi } from './kernel/http/openapi/describe-api.ts'
import type { Serve, Services } from './services.ts'

export type Readiness = {
  isStopping(): boolean
  /** Names the missing step of the preparation; null once requests can be served. */
  missing(): UnreadyReason | null
  /** A connection for the readiness check alone, so that a full pool does not make the service look dead. */
  healthDb?: Kysely<Tables>
}

export function operationsRoutes(
  app: FastifyInstance,
  serve: Serve,
  { config, db, keyring, signingKeys, metrics, clock }: Services,
  { isStopping, missing, healthDb }: Readiness,
): void {
  // A copy of its own, so that the check does not wait for a connection of the pool.
  const healthKeys = healthDb ? openSigningKeys(healthDb, keyring) : signingKeys
  const isReady = serveHealth(serve, {
    release: buildInfo,
    db: healthDb ?? db,
    isStopping,
    missing,
    isClockFarOff: clock.isFarOff,
    hasSigningKey: async () => Boolean(await healthKeys.active()),
  })
  metrics.gauge({
    name: 'foyer_ready',
    help: '1 when /health/ready would answer 200',
    read: async () => Number(await isReady()),
  })
  const description = describeApi(config.baseUrl, apiSections)
  serve(getJwks, async () => ({ keys: (await signingKeys.published()) as Record<string, unknown>[] }))
  serve(getOpenapi, async () => description)
  serveDocs(app, { readGuide: () => readFile(fromRoot('sdk/README.md'), 'utf8') })
}
