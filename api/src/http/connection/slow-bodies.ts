/** Bounds the time that a request body may take to arrive. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Cuts the connection of a client that takes longer than `waitMs` to send the body of a request. If the answer is sent
 * before the body has arrived, the connection closes with the answer instead of waiting for the rest.
 */
export function cutSlowBodies(app: FastifyInstance, waitMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const arrived = async (request: FastifyRequest) => clearTimeout(timers.get(request))

  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return
    timers.set(
      request,
      setTimeout(() => request.raw.destroy(), waitMs),
    )
  })
  app.addHook('preHandler', arrived)
  app.addHook('onSend', async (request, reply) => {
    if (hasBody(request) && !request.raw.complete) reply.header('connection', 'close')
  })
  app.addHook('onResponse', arrived)
  app.addHook('onRequestAbort', arrived)
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
