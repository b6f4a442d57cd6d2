/** Refuses requests that never reach a route: CONNECT and malformed HTTP. Ignores upgrades (RFC 9110 §7.8). */
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { RequestsInTurn } from './requests-in-turn.ts'

const errorStatuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

type Refusals = {
  /** Fastify's option `clientErrorHandler`. */
  onClientError(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void
  addTo(app: FastifyInstance): void
}

/**
 * Node hands the socket of a CONNECT over without its error listener and outside its own timeouts, and passes a socket
 * with a parser error to Fastify. Each is answered, closed, and destroyed after `waitMs` at the latest: if it were
 * destroyed at once, unread input would become a reset, which can overtake the answer.
 */
export function createRefusals({ unanswered }: Pick<RequestsInTurn, 'unanswered'>, waitMs: number): Refusals {
  const refused = new WeakSet<Socket>()

  return {
    onClientError(error, socket) {
      this.log.trace({ err: error }, 'client error')
      refuse(socket, errorStatuses[error.code ?? ''] ?? 400)
    },
    addTo(app) {
      ;(app.server as Server).on('connect', (_request, socket) => refuse(socket as Socket, 405))
      // A proxy that forwarded the upgrade may treat what follows as a tunnel, so nothing may follow.
      app.addHook('onSend', (request, reply, payload, done) => {
        if (request.headers.upgrade !== undefined) void reply.header('connection', 'close')
        done(null, payload)
      })
    },
  }

  function refuse(socket: Socket, status: number): void {
    // The parser reports its error again for the rest of the input.
    if (socket.destroyed || refused.has(socket)) return
    refused.add(socket)
    // An 'error' event without a listener ends the process.
    socket.on('error', () => {})
    if (!socket.writable || isWaitedFor(socket)) {
      socket.destroy()
      return
    }
    // A deadline, not an idle timeout: a client that keeps sending does not extend it.
    const timer = setTimeout(() => socket.destroy(), waitMs)
    socket.once('close', () => clearTimeout(timer))
    socket.removeAllListeners('data').on('data', () => {})
    socket.resume()
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  }
  /**
   * Returns true if an earlier request still waits for its answer: the client would mistake the refusal for that
   * answer.
   */
  function isWaitedFor(socket: Socket): boolean {
    const response = unanswered(socket)
    return response !== null && (response.req.complete || response.headersSent)
  }
}
