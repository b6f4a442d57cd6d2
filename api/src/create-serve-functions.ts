/**
 * Creates `serve`, `servePage` and `serveOAuth`, with which features register their routes, and connects them to the authentication
 * of callers.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chooseCaptcha } from './features/captcha/choose-captcha.ts'
import { requireProof } from './features/step-up/require-proof.ts'
import { findClient, type PlatformClient } from './identity/credentials/platform-clients.ts'
import type { Caller } from './identity/sessions/access-tokens.ts'
import { requireAccess } from './identity/sessions/require-access.ts'
import { createServeOAuthRoute } from './kernel/http/oauth-routes/serve-oauth-routes.ts'
import { createServePageRoute } from './kernel/http/page-routes/serve-page-routes.ts'
import { requestContextOf } from './kernel/http/read-request-context.ts'
import { createServe } from './kernel/http/serve.ts'
import { createSecurityEvents } from './kernel/metrics/security-events.ts'
import type { Serve, ServeOAuth, ServePage, Services } from './services.ts'

export function createServeFunctions(
  app: FastifyInstance,
  services: Services,
): { serve: Serve; servePage: ServePage; serveOAuth: ServeOAuth } {
  const { config, db, keyring, accessTokens, metrics } = services
  const isHttps = config.baseUrl.startsWith('https:')
  const securityEvents = createSecurityEvents({
    metrics,
    mac: keyring.mac,
    warn: (facts, sentence) => app.log.warn(facts, sentence),
  })
  const serve: Serve = createServe<Caller, PlatformClient>(app, {
    db,
    mac: keyring.lastingMac,
    report: securityEvents.report,
    captcha: chooseCaptcha(services, app.log),
    limitsFactor: config.limitsFactor,
    isHttps,
    authenticator: {
      bearer: (token, options) => accessTokens.verify(token, options),
      requireAccess,
      requireProof: (caller, needed, requestContext) =>
        requireProof(services, caller, needed, requestContext),
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

  const browsing = {
    db,
    limitsFactor: config.limitsFactor,
    contextOf: (request: FastifyRequest) =>
      requestContextOf(request, { mac: keyring.lastingMac, report: securityEvents.report }),
  }
  const servePage: ServePage = createServePageRoute(app, { ...browsing, isHttps })
  const serveOAuth: ServeOAuth = createServeOAuthRoute(app, browsing)
  return { serve, servePage, serveOAuth }
}
