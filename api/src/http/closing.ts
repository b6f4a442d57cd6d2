/** Connections while the service stops: each is closed with its last answer, and none is waited for in vain. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export function closeConnectionsInOrder(app: FastifyInstance, isStopping: () => boolean): void {
  let isClosing = false
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // A connection kept for a next request would hold the house open, and that request would be cut.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing || isStopping()) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // Browsers open connections in advance; Node takes one that never asked anything for a request under way.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}
