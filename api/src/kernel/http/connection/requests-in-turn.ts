/**
 * Handles the requests of a connection one after the other. Node starts every request that it finds in one read, up to
 * a thousand. A client that pipelines requests (RFC 9112 §9.3.2) would otherwise fill the memory with their answers.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { waitingRequestsMax } from '../../limits/connection-bounds.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void
type Exchange = { request: IncomingMessage; response: ServerResponse }

type Connection = {
  socket: Socket
  /** The answer that the connection is sending or waiting for; null while it is idle. */
  current: ServerResponse | null
  waiting: Exchange[]
}

export type RequestsInTurn = {
  createServer(handle: Handle, options: ServerOptions): Server
  /** Returns the unfinished answer of a connection, or null. */
  unanswered(socket: Socket): ServerResponse | null
}

/** Pauses a connection while a request waits, so the waiting requests are at most one read of Node: 64 kB. */
export function createRequestsInTurn(): RequestsInTurn {
  const connections = new WeakMap<Socket, Connection>()
  let waitingInAll = 0

  function open(socket: Socket): Connection {
    const connection: Connection = { socket, current: null, waiting: [] }
    connections.set(socket, connection)
    // Node resumes a socket when it discards an unread body; pause it again.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause()
    })
    socket.once('close', () => dropWaiting(connection))
    return connection
  }

  function dropWaiting({ waiting }: Connection): void {
    waitingInAll -= waiting.length
    waiting.length = 0
  }

  return {
    createServer(handle, options) {
      function begin(connection: Connection, { request, response }: Exchange): void {
        connection.current = response
        response.once('close', () => beginNext(connection))
        handle(request, response)
      }

      function beginNext(connection: Connection): void {
        const { socket, waiting } = connection
        connection.current = null
        // The last answer has closed the connection, so no waiting request can be answered.
        if (socket.destroyed || socket.writableEnded) dropWaiting(connection)
        const next = waiting.shift()
        if (!next) return
        waitingInAll -= 1
        if (waiting.length === 0) socket.resume()
        begin(connection, next)
      }

      return createServer(options, (request, response) => {
        const { socket } = request
        const connection = connections.get(socket) ?? open(socket)
        if (!connection.current) return begin(connection, { request, response })
        if (waitingInAll >= waitingRequestsMax) return void socket.destroy()
        connection.waiting.push({ request, response })
        waitingInAll += 1
        socket.pause()
      })
    },
    unanswered: (socket) => connections.get(socket)?.current ?? null,
  }
}
