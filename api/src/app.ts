/** Creates the server: the hooks that a request passes, in order, and the routes of every feature. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { paramMaxLength } from '@foyer/contract/numbers'
import { jwks, openapi, type UnreadyReason } from '@foyer/contract/routes/operations'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Kysely } from 'kysely'
import { findClient, type PlatformClient } from './accounts/keys/platform-clients.ts'
import { openSigningKeys } from './accounts/keys/signing-keys.ts'
import type { Caller } from './accounts/sessions/access-tokens.ts'
import { requireAccess } from './accounts/sessions/require-access.ts'
import { analyticsRoutes } from './analytics/analytics.routes.ts'
import { buildInfo } from './build-info.ts'
import { captchaRoutes } from './captcha/captcha.routes.ts'
import { chooseCaptcha } from './captcha/choose-captcha.ts'
import { vendorSources } from './captcha/vendors.ts'
import type { Tables } from './db/tables.ts'
import { devRoutes } from './dev/inbox.routes.ts'
import { peopleRoutes } from './dev/people.routes.ts'
import { documentsRoutes } from './documents/documents.routes.ts'
import { emailsRoutes } from './emails/emails.routes.ts'
import { errorReportsRoutes } from './error-reports/error-reports.routes.ts'
import { evidencesRoutes } from './evidences/evidences.routes.ts'
import { fromRoot } from './from-root.ts'
import { handoverRoutes } from './handover/handover.routes.ts'
import { helpRoutes } from './help/help.routes.ts'
import { refuseAmbiguousRequests } from './http/connection/ambiguous-requests.ts'
import { closeConnectionsInOrder } from './http/connection/closing.ts'
import { countRequests } from './http/connection/count-requests.ts'
import { readJsonStrictly } from './http/connection/json-bodies.ts'
import { type LogDestination, logRequests, requestLogger } from './http/connection/log.ts'
import { noteProxy } from './http/connection/note-proxy.ts'
import { noteRoute } from './http/connection/note-route.ts'
import { refuseConnections } from './http/connection/refused-connections.ts'
import { createRequestsInTurn } from './http/connection/requests-in-turn.ts'
import { cutSlowBodies } from './http/connection/slow-bodies.ts'
import { trustProxies } from './http/connection/trusted-proxies.ts'
import { serveDocs } from './http/docs/serve-docs.ts'
import { answerFailures, refuseForeignOrigins } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { limitStored } from './http/limit-stored.ts'
import { describeApi } from './http/openapi-document/describe-api.ts'
import { createServePageRoute } from './http/page-routes/serve-page-routes.ts'
import { serveAssets } from './http/pages/assets.ts'
import type { PageStore } from './http/pages/page-store.ts'
import { rewriteMalformed, servePages } from './http/pages/pages.ts'
import { refuseUntilPrepared } from './http/preparing.ts'
import { requestContextOf } from './http/read-request-context.ts'
import { apiHeaders, commonHeaders } from './http/security-headers.ts'
import { createServe } from './http/serve.ts'
import { bodyMaxBytes, bodyWaitMs, connectionBounds, headerMaxBytes } from './limits/connection-bounds.ts'
import { createSecurityEvents } from './monitoring/security-events.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { otpRoutes } from './otp/otp.routes.ts'
import { passwordLinksRoutes } from './password-links/password-links.routes.ts'
import { picturesRoutes } from './pictures/pictures.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { referenceRoutes } from './reference/reference.routes.ts'
import { resumeRoutes } from './resume/resume.routes.ts'
import { schoolsRoutes } from './schools/schools.routes.ts'
import type { Services } from './services.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { skillPortfolioRoutes } from './skill-portfolio/skill-portfolio.routes.ts'
import { socialRoutes } from './social/social.routes.ts'
import { socialPageRoutes } from './social/social-pages.routes.ts'

export type AppOptions = {
  services: Services
  pages: PageStore
  isStopping(): boolean
  /** Names the missing step of the preparation; null once requests can be served. */
  missing(): UnreadyReason | null
  /** A connection for the readiness check alone, so that a full pool does not make the service look dead. */
  healthDb?: Kysely<Tables>
  /** The destination of log lines; standard output by default. */
  logTo?: LogDestination
  /** Overrides for tests, which shorten long times. */
  bounds?: Partial<AppBounds>
}

type AppBounds = { [Name in keyof typeof connectionBounds | 'bodyMs']: number }

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, pages, isStopping, missing, logTo } = options
  const { config, db, keyring, accessTokens, signingKeys, metrics, clock } = services
  const isHttps = config.baseUrl.startsWith('https:')
  const bounds: AppBounds = { ...connectionBounds, bodyMs: bodyWaitMs, ...options.bounds }
  const requestsInTurn = createRequestsInTurn()
  const isTrusted = trustProxies(config.trustedProxies)
  const app = Fastify({
    serverFactory: (handle) =>
      Object.assign(
        requestsInTurn.createServer(handle, {
          maxHeaderSize: headerMaxBytes,
          headersTimeout: bounds.headersMs,
          requestTimeout: bounds.requestMs,
          keepAliveTimeout: bounds.keepAliveMs,
          connectionsCheckingInterval: bounds.checkMs,
        }),
        { maxRequestsPerSocket: bounds.maxRequests, timeout: bounds.silentMs },
      ),
    loggerInstance: requestLogger(config.logLevel, logTo),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    rewriteUrl: rewriteMalformed,
    genReqId: () => randomUUID(),
    // A request that arrives while the server closes gets the last answer of its connection.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 && isTrusted,
    bodyLimit: bodyMaxBytes,
    routerOptions: { maxParamLength: paramMaxLength },
  })
  app.removeAllContentTypeParsers()
  readJsonStrictly(app)

  const common = Object.entries({ ...commonHeaders(isHttps), ...apiHeaders })
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of common) void reply.header(name, value)
    void reply.header('x-request-id', request.id)
    done()
  })
  noteRoute(app)
  noteProxy(app, isTrusted)
  logRequests(app)
  countRequests(app, metrics)
  closeConnectionsInOrder(app, { isStopping, finishMs: bounds.finishMs })
  refuseConnections(app, requestsInTurn, bounds.refusedMs)
  refuseAmbiguousRequests(app)
  cutSlowBodies(app, bounds.bodyMs)
  answerFailures(app)
  refuseForeignOrigins(app, new URL(config.baseUrl).origin)
  refuseUntilPrepared(app, () => missing() === null)
  limitStored(app, config.limitsFactor)

  const securityEvents = createSecurityEvents({
    metrics,
    mac: keyring.mac,
    warn: (facts, sentence) => app.log.warn(facts, sentence),
  })
  const serve = createServe<Caller, PlatformClient>(app, {
    db,
    mac: keyring.lastingMac,
    report: securityEvents.report,
    captcha: chooseCaptcha(services, app.log),
    limitsFactor: config.limitsFactor,
    isHttps,
    authenticator: {
      bearer: (token, options) => accessTokens.verify(token, options),
      requireAccess,
      idOf: ({ userId }) => userId,
      countedAs: ({ userId, isOwn, clientId }) => (isOwn ? userId : `${userId} ${clientId}`),
      clientIdOf: ({ id }) => id,
      client(credentials) {
        const { clients } = config.registry
        const client = findClient(clients, credentials)
        if (!client && clients.some(({ id }) => id === credentials.id))
          securityEvents.countWrongSecret(credentials.id)
        return client
      },
    },
  })

  const servePage = createServePageRoute(app, {
    db,
    limitsFactor: config.limitsFactor,
    isHttps,
    contextOf: (request) =>
      requestContextOf(request, { mac: keyring.lastingMac, report: securityEvents.report }),
  })

  // A copy of its own, so that the check does not wait for a connection of the pool.
  const healthKeys = options.healthDb ? openSigningKeys(options.healthDb, keyring) : signingKeys
  const isReady = serveHealth(serve, {
    release: buildInfo,
    db: options.healthDb ?? db,
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
  const description = describeApi(config.baseUrl)
  serve(jwks, async () => ({ keys: (await signingKeys.published()) as Record<string, unknown>[] }))
  serve(openapi, async () => description)
  signInRoutes(serve, services)
  otpRoutes(serve, services)
  signUpRoutes(serve, services)
  schoolsRoutes(serve, services)
  passwordLinksRoutes(serve, services)
  captchaRoutes(serve, services)
  sessionsRoutes(serve, services)
  settingsRoutes(serve, services)
  profileRoutes(serve, services)
  emailsRoutes(serve, services)
  skillPortfolioRoutes(serve, services)
  resumeRoutes(serve, services)
  handoverRoutes(serve, services)
  documentsRoutes(serve, services)
  referenceRoutes(serve, services)
  analyticsRoutes(serve, services)
  errorReportsRoutes(serve, services)
  helpRoutes(serve, services)
  notificationsRoutes(serve, services)
  picturesRoutes(serve, services)
  evidencesRoutes(serve, services)
  socialRoutes(serve, services)
  socialPageRoutes(servePage, services)
  if (config.hasDevTools) {
    devRoutes(app, services)
    peopleRoutes(app, services)
  }

  serveDocs(app, {
    document: description,
    release: buildInfo,
    readGuide: () => readFile(fromRoot('sdk/README.md'), 'utf8'),
  })
  await serveAssets(app, config.webFolder)
  const learningHome = config.registry.homeOf('student')
  servePages(app, {
    store: pages,
    originsOf: config.registry.originsOf,
    platformsFile: config.platformsFile,
    sisterOrigins: config.registry.sisterOrigins,
    hasExternal: (name) => config.registry.external(name) !== null,
    refusalLevel: config.isProduction ? 'info' : 'warn',
    learningSite: learningHome ? { home: learningHome, paths: config.registry.pathsOf('student') } : null,
    mediaOrigin: config.mediaOrigin,
    tokenSyncOrigin: config.tokenSync && new URL(config.tokenSync.url).origin,
    hasPolicy: config.webDevUrl === null,
    captchaSources: config.captchaVendor && vendorSources[config.captchaVendor.vendor],
  })
  return app
}
