/** The one place that answers a failure, and the only one that logs it. */
import { toWire } from '@foyer/contract/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asFailure, Failure } from '../failure.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Why the request was refused; null where it was not. */
    failure: Failure | null
  }
}

export function answerFailures(app: FastifyInstance): void {
  app.decorateReply('failure', null)
  app.setErrorHandler((error, request, reply) => {
    const failure = asFailure(error)
    reply.failure = failure
    if (failure.status >= 500) logServerFailure(request, failure, error)
    if (failure.status === 401) reply.header('www-authenticate', authenticateChallenge(failure, request))
    if (failure.waitSeconds !== undefined) reply.header('retry-after', failure.waitSeconds)
    return reply.code(failure.status).send(toWire(failure.body(), ['challenge']))
  })
  // An unknown path says nothing (Spec 8: an empty-body 404 gives no error text).
  app.setNotFoundHandler((_request, reply) => reply.code(404).send())
}

/** A refusal that the service chose needs no stack, and one because it stops is no fault. */
function logServerFailure({ log }: FastifyRequest, failure: Failure, error: unknown): void {
  const { code, detail, cause } = failure
  if (cause !== undefined || error !== failure) log.error({ err: cause ?? error }, code)
  else if (detail !== 'stopping') log.warn({ detail }, code)
}

/**
 * Every 401 names a scheme (RFC 9110 §11.6.1). Basic only for a platform's client (RFC 6749 §5.2): browsers open a
 * password dialog for it. Bearer says what is wrong only with a token that was sent (RFC 6750 §3.1).
 */
function authenticateChallenge({ code }: Failure, { headers }: FastifyRequest): string {
  if (code === 'client-unknown') return 'Basic realm="Foyer", charset="UTF-8"'
  const isTokenSent = /^Bearer /i.test(headers.authorization ?? '')
  return isTokenSent ? 'Bearer realm="Foyer", error="invalid_token"' : 'Bearer realm="Foyer"'
}

/** Writes that a browser sends from another site are refused; servers send no Origin. */
export function refuseForeignOrigins(app: FastifyInstance, ownOrigin: string): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    if (!request.routeOptions.url?.startsWith('/api/')) return
    const origin = request.headers.origin
    const isForeign =
      origin === undefined ? request.headers['sec-fetch-site'] === 'cross-site' : origin !== ownOrigin
    if (isForeign) throw new Failure('origin-not-allowed')
  })
}
