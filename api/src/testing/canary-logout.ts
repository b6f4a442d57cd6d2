/** Receives logout tokens for the search for secrets, and answers the first with an error. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from '../kernel/config/platform-registry.ts'
import type { Canaries } from './find-canaries.ts'

export type LogoutReceiver = {
  /** Gives every client of the registry this server's back-channel logout URI. */
  receiveAll(registry: Registry): Registry
  tokens(): Canaries
  close(): void
}

export async function openLogoutReceiver(): Promise<LogoutReceiver> {
  const tokens: string[] = []
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams((await request.setEncoding('utf8').toArray()).join(''))
    tokens.push(form.get('logout_token') ?? '')
    response.writeHead(tokens.length === 1 ? 503 : 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const backchannelLogoutUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back-channel`
  return {
    receiveAll: (registry) => ({
      ...registry,
      clients: registry.clients.map((client) => ({ ...client, backchannelLogoutUri })),
    }),
    tokens: () => Object.fromEntries(tokens.map((token, index) => [`logout token ${index + 1}`, token])),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
