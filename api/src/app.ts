/** The table of contents of the server: what a request meets, in order, and every feature. */
import { randomUUID } from 'node:crypto'
import {
  bodyMaxBytes,
  bodyWaitMs,
  connectionBounds,
  headerMaxBytes,
  paramMaxLength,
} from '@foyer/contract/limits'
import type { UnreadyReason } from '@foyer/contract/operations'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Caller } from './accounts/access-tokens.ts'
import { findClient, type PlatformClient } from './accounts/platform-clients.ts'
import type { Db } from './db/connect.ts'
import { devRoutes } from './dev/inbox.routes.ts'
import { handoverRoutes } from './handover/handover.routes.ts'
import { refuseAmbiguousRequests } from './http/ambiguous-requests.ts'
import { serveAssets } from './http/assets.ts'
import { closeConnectionsInOrder } from './http/closing.ts'
import { answerFailures, refuseForeignOrigins } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { readJsonStrictly } from './http/json-bodies.ts'
import { logRequests, requestLogger } from './http/log.ts'
import type { PageStore } from './http/page-store.ts'
import { rewriteMalformed, servePages } from './http/pages.ts'
import { refuseUntilPrepared } from './http/preparing.ts'
import { apiHeaders, commonHeaders } from './http/security-headers.ts'
import { createServe } from './http/serve.ts'
import { cutSlowBodies } from './http/slow-bodies.ts'
import type { Services } from './services.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { wellKnownRoutes } from './well-known.routes.ts'

export type AppOptions = {
  services: Services
  pages: PageStore
  isStopping(): boolean
  /** What is still missing since the start; null once everybody can be served. */
  missing(): UnreadyReason | null
  /** Asked by readiness alone: a flood of requests that fills the pool is no reason to be taken for dead. */
  healthDb?: Db
  /** Tests shorten the long ones; nothing turns them off. */
  bounds?: Partial<AppBounds>
}

type AppBounds = { [Name in keyof typeof connectionBounds | 'bodyMs']: number }

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, pages, isStopping, missing } = options
  const { config, db, vault, accessTokens, signingKeys } = services
  const bounds: AppBounds = { ...connectionBounds, bodyMs: bodyWaitMs, ...options.bounds }
  const app = Fastify({
    loggerInstance: requestLogger(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: rewriteMalformed,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: bodyMaxBytes,
    requestTimeout: bounds.requestMs,
    keepAliveTimeout: bounds.keepAliveMs,
    maxRequestsPerSocket: bounds.maxRequests,
    routerOptions: { maxParamLength: paramMaxLength },
    http: {
      maxHeaderSize: headerMaxBytes,
      headersTimeout: bounds.headersMs,
      connectionsCheckingInterval: bounds.checkMs,
    },
  })
  app.removeAllContentTypeParsers()
  readJsonStrictly(app)

  const common = commonHeaders(config.baseUrl.startsWith('https:'))
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...common, ...apiHeaders })
  })
  logRequests(app)
  closeConnectionsInOrder(app, isStopping)
  refuseAmbiguousRequests(app)
  cutSlowBodies(app, bounds.bodyMs)
  answerFailures(app)
  refuseForeignOrigins(app, new URL(config.baseUrl).origin)
  refuseUntilPrepared(app, () => missing() === null)

  const serve = createServe<Caller, PlatformClient>(app, {
    db,
    mac: vault.mac,
    limitsFactor: config.limitsFactor,
    authenticator: {
      bearer: (token, options) => accessTokens.verify(token, options),
      client: (credentials) => findClient(config.registry.clients, credentials),
    },
  })

  serveHealth(serve, {
    db: options.healthDb ?? db,
    isStopping,
    missing,
    hasSigningKey: async () => Boolean(await signingKeys.active()),
  })
  wellKnownRoutes(serve, services)
  signInRoutes(serve, services)
  sessionsRoutes(serve, services)
  handoverRoutes(serve, services)
  if (config.hasDevTools) devRoutes(app, services)

  await serveAssets(app, config.webFolder)
  servePages(app, {
    store: pages,
    originsOf: config.registry.originsOf,
    learningHome: config.registry.homeOf('student'),
    mediaOrigin: config.mediaOrigin,
    hasPolicy: config.webDevUrl === null,
  })
  return app
}
