/** Answers every failure, and logs the failures that the service caused. */
import { toWire } from '@foyer/contract/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asFailure, Failure } from '../failure.ts'
import { createLogThrottle, type LogThrottle } from './log-throttle.ts'

declare module 'fastify' {
  interface FastifyInstance {
    logThrottle: LogThrottle
  }
  interface FastifyReply {
    /** The failure that was answered; null for successful answers. */
    failure: Failure | null
  }
  interface FastifyContextConfig {
    /** Any site may post to this route (page-routes/). */
    takesForeignForms?: boolean
  }
}

export function answerFailures(app: FastifyInstance): void {
  app.decorateReply('failure', null)
  const logThrottle = createLogThrottle()
  app.decorate('logThrottle', logThrottle)
  app.addHook('onClose', async () => logThrottle.flush())
  app.setErrorHandler((error, request, reply) => {
    const failure = asFailure(error)
    reply.failure = failure
    if (failure.status >= 500) logServerFailure(request, failure, error)
    if (failure.status === 401) reply.header('www-authenticate', authenticateChallenge(failure, request))
    if (failure.waitSeconds !== undefined) reply.header('retry-after', failure.waitSeconds)
    return reply.code(failure.status).send(toWire(failure.body(), ['challenge']))
  })
  // An unknown path gets an empty body (product 8).
  app.setNotFoundHandler((_request, reply) => reply.code(404).send())
}

/**
 * Logs a failure of the service. A deliberate refusal has no stack, and a refusal during the stop is not logged. An
 * overload, such as a lost database, fails every request and is logged once a second with a count.
 */
export function logServerFailure({ log, server }: FastifyRequest, failure: Failure, error: unknown): void {
  const { code, detail, cause } = failure
  const isFault = cause !== undefined || error !== failure
  if (!isFault && detail === 'stopping') return
  function write(counted: { count?: number }): void {
    if (isFault) log.error({ err: cause ?? error, ...counted }, code)
    else log.warn({ detail, ...counted }, code)
  }
  if (code === 'overloaded') server.logThrottle.write(isFault ? 'fault' : `refusal ${detail}`, write)
  else write({})
}

/**
 * Returns the `WWW-Authenticate` challenge of a 401 (RFC 9110 §11.6.1). Basic is for a platform's client only (RFC 6749
 * §5.2), because browsers open a password dialog for it. Bearer names an error only if a token was sent (RFC 6750
 * §3.1).
 */
function authenticateChallenge({ code }: Failure, { headers }: FastifyRequest): string {
  if (code === 'client-unknown') return 'Basic realm="Foyer", charset="UTF-8"'
  const isTokenSent = /^Bearer /i.test(headers.authorization ?? '')
  return isTokenSent ? 'Bearer realm="Foyer", error="invalid_token"' : 'Bearer realm="Foyer"'
}

/**
 * Refuses API requests other than GET and HEAD that a browser sends from another site. Servers send no Origin header.
 */
export function refuseForeignOrigins(app: FastifyInstance, ownOrigin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isForeign(request)) done(new Failure('origin-not-allowed'))
    else done()
  })

  function isForeign(request: FastifyRequest): boolean {
    const { method, headers, routePattern } = request
    if (method === 'GET' || method === 'HEAD' || !routePattern.startsWith('/api/')) return false
    const { origin } = headers
    if (origin === undefined ? headers['sec-fetch-site'] !== 'cross-site' : origin === ownOrigin) return false
    return request.routeOptions.config.takesForeignForms !== true
  }
}
