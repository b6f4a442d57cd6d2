/** Runs a real SMTP server that fails as a test chooses. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/**
 * `busy`: 451 for every recipient; `unknown`: 550; `hang`: no answer to a mail; `drop`: closes the connection after
 * accepting the mail.
 */
type Behaviour = 'fine' | 'busy' | 'unknown' | 'hang' | 'drop'

export type Received = { messageId: string; to: string; raw: string }

export type MailServer = AsyncDisposable & {
  url: string
  behaviour: Behaviour
  /** Delay between receiving a mail and answering. */
  answersAfterMs: number
  /** Accepted mails, including dropped ones. */
  received: Received[]
  /** The number of MAIL FROM commands: one per attempt. */
  begun: number
  /** The number of open connections. */
  connections(): number
  /** Stops listening; `open` listens on the same port again. */
  close(): Promise<void>
  open(): Promise<void>
}

export async function openMailServer(behaviour: Behaviour = 'fine'): Promise<MailServer> {
  let port = 0
  let server: SMTPServer | undefined
  const mail: MailServer = {
    ...{ url: '', behaviour, answersAfterMs: 0, received: [], begun: 0 },
    ...{ connections: () => server?.connections.size ?? 0, open, close, [Symbol.asyncDispose]: close },
  }
  await open()
  return mail

  async function open(): Promise<void> {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onMailFrom(_address, _session, answer) {
        mail.begun += 1
        answer()
      },
      onRcptTo(_address, _session, answer) {
        if (mail.behaviour === 'busy') answer(refusal(451, 'Try again later'))
        else if (mail.behaviour === 'unknown') answer(refusal(550, 'No such user'))
        else answer()
      },
      onData(stream, session, answer) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (mail.behaviour === 'hang') return
          note(Buffer.concat(chunks).toString(), session)
          if (mail.behaviour === 'drop') drop(session)
          else if (mail.answersAfterMs > 0) setTimeout(answer, mail.answersAfterMs)
          else answer()
        })
      },
    })
    server.on('error', () => {})
    // Listens on all addresses, because the sender treats 127.0.0.2 as another machine.
    server.listen(port, '0.0.0.0')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
    mail.url = `smtp://127.0.0.1:${port}`
  }

  function close(): Promise<void> {
    return new Promise((resolve) => server?.close(() => resolve()))
  }

  function note(raw: string, session: SMTPServerSession): void {
    const messageId = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? ''
    const [to] = session.envelope.rcptTo
    mail.received.push({ messageId, to: to?.address ?? '', raw })
  }

  function drop(session: SMTPServerSession): void {
    for (const connection of server?.connections ?? []) {
      const { id, _socket: socket } = connection as unknown as { id: string; _socket: { destroy(): void } }
      if (id === session.id) socket.destroy()
    }
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
