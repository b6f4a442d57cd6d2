/** Counts and times every answered request by its route pattern. */
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'

export function countRequests(
  app: FastifyInstance,
  { requests, requestSeconds, limitRefusals }: Metrics,
): void {
  // Resolves the labels once for each route and outcome; both are bounded sets.
  const timer = remembered((method, route) => requestSeconds.labels({ method, route }))
  const counter = remembered((method, route, status, code) =>
    requests.labels({ method, route, status: `${status[0]}xx`, code }),
  )
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routePattern } = request
    const { failure } = reply
    timer(method, routePattern, '', '').observe(reply.elapsedTime / 1_000)
    counter(method, routePattern, String(reply.statusCode), failure?.code ?? 'none').inc()
    if (failure?.limit) limitRefusals.inc({ limit: failure.limit })
    done()
  })
}

type Labels = [method: string, route: string, status: string, code: string]

function remembered<Value>(make: (...labels: Labels) => Value): (...labels: Labels) => Value {
  const known = new Map<string, Value>()
  return (...labels) => {
    const key = labels.join(' ')
    const found = known.get(key) ?? make(...labels)
    known.set(key, found)
    return found
  }
}
