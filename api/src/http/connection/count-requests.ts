/** Counts and times every answered request by its route pattern. */
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../monitoring/metrics.ts'

export function countRequests(
  app: FastifyInstance,
  { requests, requestSeconds, limitRefusals }: Metrics,
): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const { failure } = reply
    requestSeconds.observe({ method, route }, reply.elapsedTime / 1_000)
    requests.inc({
      method,
      route,
      status: `${Math.floor(reply.statusCode / 100)}xx`,
      code: failure?.code ?? 'none',
    })
    if (failure?.limit) limitRefusals.inc({ limit: failure.limit })
  })
}
