/** Records a span of each request, with the route pattern and never the URL. Continues the trace of a trusted proxy. */
import { getLiveness, getReadiness } from '@foyer/contract/routes/operations'
import type { FastifyInstance } from 'fastify'
import type { OpenSpan } from '../../tracing/span-types.ts'
import { beginRequest } from '../../tracing/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null
  }
}

/** Health checks arrive every few seconds and have no span. */
const probes: readonly string[] = [getLiveness.path, getReadiness.path]

export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routePattern, id, proxyFacts } = request
    if (probes.includes(routePattern)) return done()
    const facts = { 'http.request.method': method, 'http.route': routePattern, 'foyer.request_id': id }
    request.span = beginRequest(`${method} ${routePattern}`, facts, proxyFacts?.traceparent)
    if (request.span) request.span.within(done)
    else done()
  })
  // The body arrives by events of the connection, which have no span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.within(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { failure, statusCode } = reply
    const facts = {
      'http.response.status_code': statusCode,
      ...(failure && { 'foyer.failure': failure.code }),
    }
    request.span?.end(facts, statusCode >= 500 ? (failure?.code ?? String(statusCode)) : undefined)
    done()
  })
}
