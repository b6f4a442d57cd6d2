/** Sends raw bytes to a service at chosen times, which no client library does. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawConnection = {
  socket: Socket
  /** Everything received so far. */
  received(): string
  /** Resolves with the milliseconds until the service closed the connection; rejects after `limitMs`. */
  closed(limitMs: number): Promise<number>
}

export async function openRaw(port: number, text = ''): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  const startedAt = performance.now()
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk
  })
  // The service may close the connection while the test is still writing.
  socket.on('error', () => {})
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.once('close', () => resolve(performance.now() - startedAt))
  await once(socket, 'connect')
  if (text) socket.write(text)
  return {
    socket,
    received: () => received,
    async closed(limitMs) {
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        socket.destroy()
        reject(new Error(`Still open after ${limitMs} ms; received: ${received.slice(0, 200)}`))
      }, limitMs)
      try {
        return await Promise.race([promise, late])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Returns the status of each received answer. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
