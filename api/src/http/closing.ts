/** Connections while the service stops: each is closed with its last answer, and none is waited for in vain. */
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A request follows its connection sooner than this; one that a browser opened in advance may never ask anything. */
const firstBytesMs = 250
/** Whoever still opens connections then was not told by readiness, and is not waited for. */
const readingMs = 1_000

export function closeConnectionsInOrder(app: FastifyInstance, isStopping: () => boolean): void {
  let isClosing = false
  const openedAt = new Map<Socket, number>()
  app.server.on('connection', (socket: Socket) => {
    openedAt.set(socket, performance.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  // A connection kept for a next request would hold the house open, and that request would be cut.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing || isStopping()) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isClosing = true
    await readWhatHasArrived()
    // Node takes one that never asked anything for a request under way.
    for (const socket of unread()) socket.destroy()
  })

  /** A busy process may not have accepted yet what was sent long before it was told to stop. */
  async function readWhatHasArrived(): Promise<void> {
    const startedAt = performance.now()
    const isFresh = (socket: Socket) => performance.now() - (openedAt.get(socket) ?? 0) < firstBytesMs
    do await nextTurn()
    while (unread().some(isFresh) && performance.now() - startedAt < readingMs)
  }

  function unread(): Socket[] {
    return [...openedAt.keys()].filter((socket) => socket.bytesRead === 0)
  }
}

/** Of the event loop: it accepts while we sleep, and reads before an immediate. */
async function nextTurn(): Promise<void> {
  await sleep(10)
  await setImmediate()
}
