/** Speaks to a service as no client library would: bytes as they are, and when. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawConnection = {
  socket: Socket
  /** All that came so far. */
  heard(): string
  /** Milliseconds until the other side closed; rejects when it has not within `limitMs`. */
  closed(limitMs: number): Promise<number>
}

export async function openRaw(port: number, text = ''): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  const startedAt = performance.now()
  let heard = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    heard += chunk
  })
  // The other side may be gone while something is still being written.
  socket.on('error', () => {})
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.once('close', () => resolve(performance.now() - startedAt))
  await once(socket, 'connect')
  if (text) socket.write(text)
  return {
    socket,
    heard: () => heard,
    async closed(limitMs) {
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        socket.destroy()
        reject(new Error(`Still open after ${limitMs} ms; heard: ${heard.slice(0, 200)}`))
      }, limitMs)
      try {
        return await Promise.race([promise, late])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** The status of each answer heard. */
export function statusesIn(heard: string): number[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
