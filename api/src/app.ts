/** The table of contents of the server: what a request meets, in order, and every feature. */
import { randomUUID } from 'node:crypto'
import { bodyMaxBytes, bodyWaitMs, headerMaxBytes, paramMaxLength } from '@foyer/contract/limits'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Caller } from './accounts/access-tokens.ts'
import { findClient, type PlatformClient } from './accounts/platform-clients.ts'
import { captchaRoutes } from './captcha/captcha.routes.ts'
import { devRoutes } from './dev/inbox.routes.ts'
import { peopleRoutes } from './dev/people.routes.ts'
import { handoverRoutes } from './handover/handover.routes.ts'
import { serveAssets } from './http/assets.ts'
import { answerFailures, refuseForeignOrigins } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { logRequests, requestLogger } from './http/log.ts'
import type { PageStore } from './http/page-store.ts'
import { rewriteMalformed, servePages } from './http/pages.ts'
import { apiHeaders, commonHeaders } from './http/security-headers.ts'
import { createServe } from './http/serve.ts'
import { cutSlowBodies } from './http/slow-bodies.ts'
import { otpRoutes } from './otp/otp.routes.ts'
import type { Services } from './services.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { wellKnownRoutes } from './well-known.routes.ts'

export type AppOptions = {
  services: Services
  pages: PageStore
  isStopping(): boolean
}

export async function createApp({ services, pages, isStopping }: AppOptions): Promise<FastifyInstance> {
  const { config, db, vault, accessTokens, signingKeys, proofOfWork } = services
  const isHttps = config.baseUrl.startsWith('https:')
  const app = Fastify({
    loggerInstance: requestLogger(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: rewriteMalformed,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: bodyMaxBytes,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 1_000,
    routerOptions: { maxParamLength: paramMaxLength },
    http: { maxHeaderSize: headerMaxBytes, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  })
  app.removeContentTypeParser('text/plain')

  const common = commonHeaders(isHttps)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...common, ...apiHeaders })
  })
  logRequests(app)
  cutSlowBodies(app, bodyWaitMs)
  answerFailures(app)
  refuseForeignOrigins(app, new URL(config.baseUrl).origin)

  const serve = createServe<Caller, PlatformClient>(app, {
    db,
    mac: vault.mac,
    captcha: config.captcha === 'on' ? proofOfWork : null,
    limitsFactor: config.limitsFactor,
    isHttps,
    authenticator: {
      bearer: (token, options) => accessTokens.verify(token, options),
      client: (credentials) => findClient(config.registry.clients, credentials),
    },
  })

  serveHealth(serve, { db, isStopping, hasSigningKey: async () => Boolean(await signingKeys.active()) })
  wellKnownRoutes(serve, services)
  signInRoutes(serve, services)
  otpRoutes(serve, services)
  captchaRoutes(serve, services)
  sessionsRoutes(serve, services)
  handoverRoutes(serve, services)
  if (config.hasDevTools) {
    devRoutes(app, services)
    peopleRoutes(app, services)
  }

  await serveAssets(app, config.webFolder)
  servePages(app, {
    store: pages,
    originsOf: config.registry.originsOf,
    learningHome: config.registry.homeOf('student'),
    hasPolicy: config.webDevUrl === null,
  })
  return app
}
