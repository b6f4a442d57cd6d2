/** Bounds the time that a request body may take to arrive. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadBytesPerSecond } from '../../limits/connection-bounds.ts'

/**
 * Cuts the connection of a client that takes longer than `waitMs` to send the body of a request. An upload may take as long
 * as a whole request may, but in each `waitMs` it must bring `uploadBytesPerSecond`. If the answer is sent before the body
 * has arrived, the connection closes with the answer instead of waiting for the rest.
 */
export function cutSlowBodies(app: FastifyInstance, waitMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const arrived = async (request: FastifyRequest) => clearTimeout(timers.get(request))

  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return
    const cut = () => request.raw.destroy()
    timers.set(request, isUpload(request) ? watchRate(request, waitMs, cut) : setTimeout(cut, waitMs))
  })
  app.addHook('preHandler', async (request) => {
    if (!isUpload(request)) await arrived(request)
  })
  app.addHook('onSend', async (request, reply) => {
    if (hasBody(request) && !request.raw.complete) reply.header('connection', 'close')
  })
  app.addHook('onResponse', arrived)
  app.addHook('onRequestAbort', arrived)
}

function isUpload({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isUpload === true
}

function watchRate({ raw }: FastifyRequest, waitMs: number, cut: () => void): NodeJS.Timeout {
  let before = raw.socket.bytesRead
  return setInterval(() => {
    const now = raw.socket.bytesRead
    if (!raw.complete && now - before < (uploadBytesPerSecond * waitMs) / 1_000) cut()
    before = now
  }, waitMs)
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
