/** Creates the server without routes: its connection limits and, in order, the hooks that every request passes. */
import { randomUUID } from 'node:crypto'
import { paramMaxLength } from '@foyer/contract/shared-values'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config/config.ts'
import { bodyMaxBytes, bodyWaitMs, connectionBounds, headerMaxBytes } from '../limits/connection-bounds.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { refuseAmbiguousRequests } from './connection/ambiguous-requests.ts'
import { closeConnectionsInOrder } from './connection/closing.ts'
import { countRequests } from './connection/count-requests.ts'
import { readJsonStrictly } from './connection/json-bodies.ts'
import { type LogDestination, logRequests, requestLogger } from './connection/log.ts'
import { noteProxy } from './connection/note-proxy.ts'
import { noteRoute } from './connection/note-route.ts'
import { createRefusals } from './connection/refused-connections.ts'
import { createRequestsInTurn } from './connection/requests-in-turn.ts'
import { cutSlowBodies } from './connection/slow-bodies.ts'
import { traceRequests } from './connection/trace-requests.ts'
import { trustProxies } from './connection/trusted-proxies.ts'
import { answerFailures, refuseForeignOrigins } from './errors.ts'
import { limitStored } from './limit-stored.ts'
import { rewriteMalformed } from './pages/pages.ts'
import { refuseUntilPrepared } from './preparing.ts'
import { defaultHeaders } from './security-headers.ts'

export type ServerOptions = {
  config: Config
  metrics: Metrics
  isStopping(): boolean
  isPrepared(): boolean
  /** The destination of log lines; standard output by default. */
  logTo?: LogDestination | undefined
  /** Overrides for tests, which shorten long times. */
  bounds?: Partial<Bounds> | undefined
}

type Bounds = { [Name in keyof typeof connectionBounds | 'bodyMs']: number }

export function createServer(options: ServerOptions): FastifyInstance {
  const { config, metrics, isStopping, isPrepared, logTo } = options
  const bounds: Bounds = { ...connectionBounds, bodyMs: bodyWaitMs, ...options.bounds }
  const requestsInTurn = createRequestsInTurn()
  const isTrusted = trustProxies(config.trustedProxies)
  const refusals = createRefusals(requestsInTurn, bounds.refusedMs)
  const app = Fastify({
    serverFactory: (handle) =>
      Object.assign(
        requestsInTurn.createServer(handle, {
          maxHeaderSize: headerMaxBytes,
          headersTimeout: bounds.headersMs,
          requestTimeout: bounds.requestMs,
          keepAliveTimeout: bounds.keepAliveMs,
          connectionsCheckingInterval: bounds.checkMs,
        }),
        { maxRequestsPerSocket: bounds.maxRequests, timeout: bounds.silentMs },
      ),
    loggerInstance: requestLogger(config.logLevel, logTo),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    clientErrorHandler: refusals.onClientError,
    rewriteUrl: rewriteMalformed,
    genReqId: () => randomUUID(),
    // Fastify would answer 503; here such a request is served, and its answer closes the connection.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 && isTrusted,
    bodyLimit: bodyMaxBytes,
    routerOptions: { maxParamLength: paramMaxLength },
  })
  app.removeAllContentTypeParsers()
  readJsonStrictly(app)

  const headers = Object.entries(defaultHeaders(config.baseUrl.startsWith('https:')))
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) void reply.header(name, value)
    void reply.header('x-request-id', request.id)
    done()
  })
  noteRoute(app)
  noteProxy(app, isTrusted)
  traceRequests(app)
  logRequests(app)
  countRequests(app, metrics)
  closeConnectionsInOrder(app, { isStopping, finishMs: bounds.finishMs })
  refusals.addTo(app)
  refuseAmbiguousRequests(app)
  cutSlowBodies(app, bounds.bodyMs)
  answerFailures(app)
  refuseForeignOrigins(app, new URL(config.baseUrl).origin)
  refuseUntilPrepared(app, isPrepared)
  limitStored(app, config.limitsFactor)
  return app
}
