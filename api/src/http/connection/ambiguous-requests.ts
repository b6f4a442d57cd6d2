/**
 * Refuses requests that two servers in a row could read differently (RFC 9112 §3.2), and TRACE, before any other hook runs.
 * `refused-connections.ts` refuses CONNECT and input that Node's parser rejects, such as both lengths at once.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'TRACE') {
      return reply.code(405).headers({ allow: 'GET, HEAD, POST, PUT, DELETE', connection: 'close' }).send()
    }
    if (isAmbiguous(request)) return reply.code(400).header('connection', 'close').send()
  })
}

/** Recognises two hosts, or a target that names a host of its own. */
function isAmbiguous({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  return hosts.length > 1 || !raw.url?.startsWith('/')
}
