/** A TCP proxy that makes trouble: waits, swallows, resets, drips. What toxiproxy calls toxics. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Trouble =
  | { kind: 'none' }
  /** Each piece arrives this much later. */
  | { kind: 'latency'; ms: number }
  /** Connections stand, new ones too, and nothing arrives. */
  | { kind: 'blackhole' }
  /** Connections are reset, new ones too. */
  | { kind: 'reset' }
  /** What is asked arrives whole; of an answer so many bytes do, or all but so many where negative, and then the end. */
  | { kind: 'cut'; afterBytes: number }
  /** This many bytes a second each way. */
  | { kind: 'slow'; bytesPerSecond: number }

export type FaultProxy = {
  port: number
  /** From now on, for connections that stand as well. */
  make(trouble: Trouble): void
  close(): Promise<void>
}

/** Listens on this machine; `port` 0 takes a free one. */
export async function openFaultProxy(target: NetConnectOpts, port = 0): Promise<FaultProxy> {
  let trouble: Trouble = { kind: 'none' }
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
      void carry(socket, other, isAnswer)
    }
    if (trouble.kind === 'reset') near.resetAndDestroy()
    near.once('close', () => clients.delete(near))
    clients.add(near)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  async function carry(from: Socket, to: Socket, isAnswer: boolean): Promise<void> {
    try {
      for await (const piece of from as AsyncIterable<Buffer>) await pass(piece, to, isAnswer)
      to.end()
    } catch {
      // The other listeners close both ends.
    }
  }

  async function pass(piece: Buffer, to: Socket, isAnswer: boolean): Promise<void> {
    if (trouble.kind === 'latency') await sleep(trouble.ms)
    // What was swallowed never arrives, also when the trouble is over: the connection is out of step and must be left.
    if (trouble.kind === 'blackhole') return
    if (trouble.kind === 'cut' && isAnswer) {
      // An answer this small comes in one piece.
      to.write(piece.subarray(0, trouble.afterBytes), () => to.destroy())
      return
    }
    if (trouble.kind === 'slow') {
      for (const byte of piece) {
        to.write(Buffer.of(byte))
        await sleep(1_000 / trouble.bytesPerSecond)
      }
      return
    }
    if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')])
  }

  return {
    port: (server.address() as AddressInfo).port,
    make(next) {
      trouble = next
      if (next.kind === 'reset') for (const client of clients) client.resetAndDestroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
