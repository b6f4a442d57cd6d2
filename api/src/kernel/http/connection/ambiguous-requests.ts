/**
 * Refuses requests that two servers in a row could read differently (RFC 9112 §3.2), and TRACE, before any other hook runs.
 * `refused-connections.ts` refuses CONNECT and input that Node's parser rejects, such as both lengths at once.
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

/** Recognises two hosts, or a target that names a host of its own. */
function isAmbiguous({ raw }: FastifyRequest): boolean {
  return countHosts(raw.rawHeaders) > 1 || !raw.url?.startsWith('/')
}

/** Counts in a list of names and values in turn, which is how Node keeps the headers as they arrived. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
