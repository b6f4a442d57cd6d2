/**
 * Receives the service's mails and drops them. Without a mail server, the service would retry them during other
 * measurements.
 */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ports } from './bench-settings.ts'

export type MailReceiver = {
  /** Waits until no mail has arrived for some time. */
  quiet(): Promise<void>
  stop(): Promise<void>
}

const quietMs = 300

/** The part of RFC 5321 that a sender without extensions uses; all other commands are answered with 250. */
const answers: Record<string, string> = {
  DATA: '354 End with a dot on a line of its own',
  QUIT: '221 Bye',
}

export async function startMailReceiver(): Promise<MailReceiver> {
  const sockets = new Set<Socket>()
  let lastAt = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.setNoDelay().write('220 bench\r\n')
    let isMail = false
    createInterface({ input: socket }).on('line', (line) => {
      if (isMail && line !== '.') return
      const command = isMail ? '' : line.slice(0, 4).toUpperCase()
      isMail = command === 'DATA'
      lastAt = performance.now()
      socket.write(`${answers[command] ?? '250 OK'}\r\n`)
      if (command === 'QUIT') socket.end()
    })
  })
  server.listen(ports.smtp, '127.0.0.1')
  await once(server, 'listening')
  return {
    async quiet() {
      while (performance.now() - lastAt < quietMs) await sleep(quietMs / 3)
    },
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
