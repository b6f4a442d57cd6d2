/**
 * Refuses TRACE, and requests that a proxy and the service could parse differently (RFC 9112 §3.2), before any other
 * hook runs. `refused-connections.ts` refuses CONNECT and input that Node's parser rejects, such as a request with both
 * Content-Length and Transfer-Encoding.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'TRACE') {
      void reply.code(405).headers({ allow: 'GET, HEAD, POST, PUT, DELETE', connection: 'close' }).send()
    } else if (isAmbiguous(request)) {
      void reply.code(400).header('connection', 'close').send()
    } else done()
  })
}

/** Returns true for several Host headers, and for a request target that names a host. */
function isAmbiguous({ raw }: FastifyRequest): boolean {
  return countHosts(raw.rawHeaders) > 1 || !raw.url?.startsWith('/')
}

/** Counts the Host headers. `rawHeaders` alternates names and values in the order of arrival. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
