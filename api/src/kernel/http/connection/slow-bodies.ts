/** Limits the time that a request body may take to arrive. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadBytesPerSecond } from '../../limits/connection-bounds.ts'

/**
 * The time of the next check in ms of `performance.now`, and the bytes that the connection had read at the last one.
 */
type Arriving = { checkAt: number; bytesBefore: number; isUpload: boolean }

/**
 * Cuts the connection of a client that takes longer than `waitMs` to send a request body. An upload may take as long as
 * a whole request, but must average `uploadBytesPerSecond` over each `waitMs`. If the answer is sent before the body has
 * arrived, the connection closes after the answer. One timer checks all bodies, so a connection may last up to a
 * quarter of `waitMs` longer, at most 1 s.
 */
export function cutSlowBodies(app: FastifyInstance, waitMs: number): void {
  const arriving = new Map<FastifyRequest, Arriving>()
  const leastBytes = (uploadBytesPerSecond * waitMs) / 1_000
  const sweep = setInterval(checkAll, Math.min(1_000, waitMs / 4))
  sweep.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweep)
    done()
  })

  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request))
      arriving.set(request, {
        checkAt: performance.now() + waitMs,
        bytesBefore: request.raw.socket.bytesRead,
        isUpload: request.routeOptions.config.isUpload === true,
      })
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (arriving.get(request)?.isUpload === false) arriving.delete(request)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && hasBody(request)) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    arriving.delete(request)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    arriving.delete(request)
    done()
  })

  function checkAll(): void {
    const now = performance.now()
    for (const [request, { checkAt, bytesBefore, isUpload }] of arriving) {
      if (now < checkAt) continue
      const { bytesRead } = request.raw.socket
      if (request.raw.complete) {
        arriving.delete(request)
      } else if (isUpload && bytesRead - bytesBefore >= leastBytes) {
        arriving.set(request, { checkAt: now + waitMs, bytesBefore: bytesRead, isUpload })
      } else {
        arriving.delete(request)
        request.raw.destroy()
      }
    }
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
