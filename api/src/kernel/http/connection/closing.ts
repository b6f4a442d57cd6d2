/** Closes connections when the service stops: each after its last answer, and those without a request at once. */
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The time within which a new connection sends its request; a browser may open one in advance and never use it. */
const firstBytesMs = 250
/** The time after which newly opened connections are no longer read: their client ignores readiness. */
const readingMs = 1_000

type Closing = {
  isStopping(): boolean
  /** Connections that are still open this long after the closing began are destroyed. */
  finishMs: number
}

export function closeConnectionsInOrder(app: FastifyInstance, { isStopping, finishMs }: Closing): void {
  let isClosing = false
  const openedAt = new Map<Socket, number>()
  app.server.on('connection', (socket: Socket) => {
    openedAt.set(socket, performance.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  // A kept connection would delay the stop, and its next request would be cut.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing || isStopping()) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // Node's own `closeAllConnections` misses sockets that it handed over, such as those of CONNECT.
    const cut = setTimeout(() => open().forEach((socket) => void socket.destroy()), finishMs)
    app.server.once('close', () => clearTimeout(cut))
    await readWhatHasArrived()
    // Node counts a connection without any request as a request in progress.
    for (const socket of unread()) socket.destroy()
    // The answer is complete and only has to be flushed; the client's half may stay open forever.
    for (const socket of open()) if (socket.writableEnded) socket.destroySoon()
  })

  /** A busy process may not yet have accepted what was sent long before the signal to stop. */
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

/** One turn of the event loop: it accepts connections during the sleep, and reads before an immediate. */
async function nextTurn(): Promise<void> {
  await sleep(10)
  await setImmediate()
}
