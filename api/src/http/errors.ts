/** The one place that answers a failure, and the only one that logs it. */
import { toWire } from '@foyer/contract/wire'
import type { FastifyInstance } from 'fastify'
import { asFailure, Failure } from './failure.ts'

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
    if (failure.status >= 500) request.log.error({ err: failure.cause ?? error }, failure.code)
    if (failure.waitSeconds !== undefined) reply.header('retry-after', failure.waitSeconds)
    return reply.code(failure.status).send(toWire(failure.body(), ['challenge']))
  })
  // An unknown path says nothing (Spec 8: an empty-body 404 gives no error text).
  app.setNotFoundHandler((_request, reply) => reply.code(404).send())
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
