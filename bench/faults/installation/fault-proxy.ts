/** Runs a TCP proxy that delays, swallows, resets, cuts or throttles connections (the toxics of toxiproxy). */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type NetworkFault =
  | { kind: 'none' }
  /** Each chunk arrives this many milliseconds later. */
  | { kind: 'latency'; ms: number }
  /** Connections stay open and new ones are accepted, but no data arrives. */
  | { kind: 'blackhole' }
  /** An answer with this text does not arrive, nor does anything after it on its connection. */
  | { kind: 'blackhole-from'; text: string }
  /** All connections are reset, including new ones. */
  | { kind: 'reset' }
  /** Requests pass. An answer is cut after this many bytes; a negative number counts from its end. */
  | { kind: 'cut'; afterBytes: number }
  /** Each direction transfers this many bytes a second. */
  | { kind: 'slow'; bytesPerSecond: number }

export type FaultProxy = AsyncDisposable & {
  port: number
  /** Applies to open and new connections. */
  set(fault: NetworkFault): void
  close(): Promise<void>
}

/** Listens on the loopback address; `port` 0 takes a free port. */
export async function openFaultProxy(target: NetConnectOpts, port = 0): Promise<FaultProxy> {
  let fault: NetworkFault = { kind: 'none' }
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()

  const server = createServer((near) => {
    const far = connect(target)
    for (const [socket, other, isAnswer] of [
      [near, far, false],
      [far, near, true],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      void forward(socket, other, isAnswer)
    }
    if (fault.kind === 'reset') near.resetAndDestroy()
    near.once('close', () => clients.delete(near))
    clients.add(near)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  async function forward(source: Socket, to: Socket, isAnswer: boolean): Promise<void> {
    let isSilent = false
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        isSilent ||= isAnswer && fault.kind === 'blackhole-from' && chunk.includes(fault.text)
        if (!isSilent) await pass(chunk, to, isAnswer)
      }
      to.end()
    } catch {
      // The listeners above close both ends.
    }
  }

  async function pass(chunk: Buffer, to: Socket, isAnswer: boolean): Promise<void> {
    if (fault.kind === 'latency') await sleep(fault.ms)
    // Dropped bytes never arrive, even after the fault: the connection is then out of sync and must be abandoned.
    if (fault.kind === 'blackhole') return
    if (fault.kind === 'cut' && isAnswer) {
      // Answers this small arrive in one chunk.
      to.write(chunk.subarray(0, fault.afterBytes), () => to.destroy())
      return
    }
    if (fault.kind === 'slow') {
      for (const byte of chunk) {
        to.write(Buffer.of(byte))
        await sleep(1_000 / fault.bytesPerSecond)
      }
      return
    }
    if (to.write(chunk)) return
    const over = new AbortController()
    const waiting = ['drain', 'close'].map((event) => once(to, event, { signal: over.signal }))
    await Promise.race(waiting).finally(() => over.abort())
  }

  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      fault = next
      if (next.kind === 'reset') for (const client of clients) client.resetAndDestroy()
    },
    close,
    [Symbol.asyncDispose]: close,
  }

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}
