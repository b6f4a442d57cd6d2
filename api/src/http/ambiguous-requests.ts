/**
 * Requests that two servers in a row could read differently are refused before anything looks at them (RFC 9112 §3.2), and
 * so are methods that speak to proxies. What is no HTTP at all, such as both lengths at once, Node refuses itself.
 */
import type { Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'TRACE') {
      return reply.code(405).headers({ allow: 'GET, HEAD, POST, PUT, DELETE', connection: 'close' }).send()
    }
    if (isAmbiguous(request)) return reply.code(400).header('connection', 'close').send()
  })
  // Without a listener the connection would be cut without a word.
  const server = app.server as Server
  server.on('connect', (_request, socket) => {
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
}

/** Two hosts, or a target that names a host of its own: which of them was meant? */
function isAmbiguous({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  return hosts.length > 1 || !raw.url?.startsWith('/')
}
