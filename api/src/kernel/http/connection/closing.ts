/** Closes connections when the service stops: busy ones after their last answer, unused ones at once. */
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * A connection younger than this may still send its first request. A browser may also open one in advance and never use
 * it.
 */
const firstBytesMs = 250
/** The stop accepts new connections for at most this long: a client that still opens some ignores the readiness check. */
const readingMs = 1_000

type Closing = {
  isStopping(): boolean
  /** Connections that are still open this long after the stop began are destroyed. */
  finishMs: number
}

export function closeConnectionsInOrder(app: FastifyInstance, { isStopping, finishMs }: Closing): void {
  let isClosing = false
  const openedAt = new Map<Socket, number>()
  app.server.on('connection', (socket: Socket) => {
    openedAt.set(socket, performance.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  // A keep-alive connection would delay the stop, and its next request would be cut off.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing || isStopping()) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // Node's `closeAllConnections` misses sockets that Node handed over, such as CONNECT sockets.
    const cut = setTimeout(() => open().forEach((socket) => void socket.destroy()), finishMs)
    app.server.once('close', () => clearTimeout(cut))
    await readWhatHasArrived()
    // Node counts a connection that sent nothing as a request in progress.
    for (const socket of unread()) socket.destroy()
    // The answer is complete and only has to be flushed. The client may never close its half.
    for (const socket of open()) if (socket.writableEnded) socket.destroySoon()
  })

  /**
   * Reads requests that arrived before the signal to stop; a busy process may not have accepted their connections yet.
   */
  async function readWhatHasArrived(): Promise<void> {
    const startedAt = performance.now()
    const isFresh = (socket: Socket) => performance.now() - (openedAt.get(socket) ?? 0) < firstBytesMs
    do await nextTurn()
    while (unread().some(isFresh) && performance.now() - startedAt < readingMs)
  }

  function open(): Socket[] {
    return [...openedAt.keys()]
  }

  function unread(): Socket[] {
    return open().filter((socket) => socket.bytesRead === 0)
  }
}

/** Runs the event loop once: connections are accepted during the sleep, and read before an immediate. */
async function nextTurn(): Promise<void> {
  await sleep(10)
  await setImmediate()
}
