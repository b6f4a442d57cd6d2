/**
 * Records the request id and the trace (W3C Trace Context) of a trusted proxy, which join our log lines to the proxy's.
 * It ignores headers of other senders and malformed values, so that an attacker cannot write into the log.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { IsTrusted } from './trusted-proxies.ts'

type ProxyFacts = { proxyRequestId?: string; traceparent?: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** The ids that a trusted proxy sent with the request; null for most requests. */
    proxyFacts: ProxyFacts | null
  }
}

const requestIdForm = /^[\w.:/+=-]{1,128}$/
const traceparentForm = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

export function noteProxy(app: FastifyInstance, isTrusted: IsTrusted): void {
  app.decorateRequest('proxyFacts', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const facts = factsOf(request.raw, isTrusted)
    if (facts) {
      request.proxyFacts = facts
      request.log = request.log.child(facts)
    }
    done()
  })
}

function factsOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): ProxyFacts | null {
  const { 'x-request-id': requestId, traceparent } = headers
  if (requestId === undefined && traceparent === undefined) return null
  if (!isTrusted(socket.remoteAddress)) return null
  const facts = {
    ...(matches(requestIdForm, requestId) && { proxyRequestId: requestId }),
    ...(matches(traceparentForm, traceparent) && { traceparent }),
  }
  return Object.keys(facts).length > 0 ? facts : null
}

function matches(form: RegExp, header: string | string[] | undefined): header is string {
  return typeof header === 'string' && form.test(header)
}
