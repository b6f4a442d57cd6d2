/** Receives the service's SMS as a webhook, and extracts the codes. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { ports } from './bench-settings.ts'

export type SmsReceiver = {
  /** Waits for a code to this phone number, and returns the newest. */
  codeTo(number: string): Promise<string>
  stop(): Promise<void>
}

export const smsWebhook = {
  url: `http://localhost:${ports.sms}/`,
  secret: `whsec_${randomBytes(32).toString('base64')}`,
}

const codeTimeoutMs = 30_000

export async function startSmsReceiver(): Promise<SmsReceiver> {
  const codes = new Map<string, string>()
  const waiting = new Map<string, (code: string) => void>()

  const server = createServer(async (request, response) => {
    const { data } = JSON.parse(await text(request)) as { data: { to: string; text: string } }
    response.writeHead(204).end()
    const code = /#(\d+)$/.exec(data.text)?.[1]
    if (!code) return
    codes.set(data.to, code)
    waiting.get(data.to)?.(code)
  })
  server.listen(ports.sms, 'localhost')
  await once(server, 'listening')

  return {
    async codeTo(number) {
      const received = codes.get(number)
      if (received) return received
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const timer = setTimeout(() => reject(new Error(`No code arrived for ${number}`)), codeTimeoutMs)
      waiting.set(number, resolve)
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(number)
      })
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
