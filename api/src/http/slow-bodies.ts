import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Cuts the connection of whoever takes longer than this to send the JSON of one request. */
export function cutSlowBodies(app: FastifyInstance, waitMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const arrived = async (request: FastifyRequest) => clearTimeout(timers.get(request))

  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.startsWith('/api/')) return
    timers.set(
      request,
      setTimeout(() => request.raw.destroy(), waitMs),
    )
  })
  app.addHook('preHandler', arrived)
  app.addHook('onResponse', arrived)
  app.addHook('onRequestAbort', arrived)
}
