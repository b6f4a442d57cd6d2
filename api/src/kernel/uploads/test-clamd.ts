/** Imitates ClamAV's daemon: implements INSTREAM, and reports the harmless EICAR test file. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import type { ClamavSettings } from './malware-scan.ts'

/**
 * Every scanner reports this harmless text (EICAR, 2003). It is assembled here, so that scanners do not report this
 * file.
 */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
)

export type TestClamd = {
  settings: ClamavSettings
  /** The files that the daemon received. */
  scanned: Buffer[]
  /** Sets an answer instead of a verdict; null restores scanning. */
  answerWith(answer: ((socket: Socket) => void) | null): void
  close(): Promise<void>
}

const command = 'zINSTREAM\0'

export async function startTestClamd(): Promise<TestClamd> {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  let instead: ((socket: Socket) => void) | null = null
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (instead) {
      socket.resume()
      instead(socket)
      return
    }
    let received = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const file = fileIn(received)
      if (file === null) return
      scanned.push(file)
      socket.end(file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    settings: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    scanned,
    answerWith(answer) {
      instead = answer
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Returns the file after its final zero-length chunk has arrived; null before. */
function fileIn(received: Buffer): Buffer | null {
  if (received.length < command.length) return null
  if (received.subarray(0, command.length).toString('latin1') !== command) throw new Error('Unknown command')
  const chunks: Buffer[] = []
  let at = command.length
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
