/** How long a body may take to arrive, and what becomes of one that nobody waits for. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Cuts the connection of whoever takes longer than this to send the body of one request. A body that was answered before
 * it had arrived is not waited for: the connection closes with the answer.
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
