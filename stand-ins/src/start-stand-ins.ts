/** Serves the stand-ins of all three providers on one port, and lets tests sign in without a browser. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApple } from './apple.ts'
import { createFacebook } from './facebook.ts'
import { createGoogle } from './google.ts'
import { html } from './html.ts'
import { urlOf } from './http.ts'
import type { OddToken } from './oidc-server.ts'
import { sendPage, sendProblem } from './page.ts'
import type { NewPerson, Person, Provider } from './people.ts'
import { drawPicture } from './picture.ts'
import { registrations, standInHost, standInSettings } from './settings.ts'
import { type Callback, walk } from './walk.ts'

export type StandIns = {
  url: string
  /** The environment variables that connect the service to the stand-ins. */
  settings: Record<string, string>
  /** Adds a person to a provider, by default with a unique verified email. */
  addPerson(provider: Provider, given?: NewPerson): Person
  /** Follows an authorization URL like a browser, and returns the browser's next request to the service. */
  choose(authorizationUrl: string, person: Person): Promise<Callback>
  deny(authorizationUrl: string): Promise<Callback>
  mintIdToken(provider: 'google' | 'apple', person: Person, odd?: OddToken): Promise<string>
  /** Mints an access token, by default for Foyer; `clientId` names another application (settings.ts). */
  mintAccessToken(provider: Provider, person: Person, clientId?: string): Promise<string>
  close(): Promise<void>
}

type Options = {
  /** 0 uses a free port. */
  port?: number
  /** The services whose callbacks are registered. */
  publicBaseUrls?: readonly string[]
  /** Receives each request first; returns true if it has answered. Tests use it to imitate slow or broken providers. */
  intercept?(request: IncomingMessage, response: ServerResponse): boolean
}

/** Starts the stand-ins; rejects if the port is in use. */
export async function startStandIns({
  port = 0,
  publicBaseUrls = ['http://localhost:4000'],
  intercept = () => false,
}: Options = {}): Promise<StandIns> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 })
  server.listen(port, standInHost)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  const url = `http://${standInHost}:${taken}`
  const [google, apple] = [createGoogle(url, publicBaseUrls), createApple(url, publicBaseUrls)]
  const facebook = createFacebook(url, publicBaseUrls)
  const servers = { google, facebook, apple }
  server.on('request', (request, response) => {
    serve(request, response).catch((error) => {
      console.error(error)
      response.destroy()
    })
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (intercept(request, response)) return
    const [, first = '', second = ''] = urlOf(request).pathname.split('/')
    if (first in servers) return servers[first as Provider].handle(request, response)
    if (first === 'pictures') return sendPicture(second, response)
    if (first === '') return sendOverview(response)
    sendProblem(response, 404, 'There is no such page at the stand-ins.')
  }

  async function sendPicture(name: string, response: ServerResponse): Promise<void> {
    const subject = decodeURIComponent(name).split('=')[0] ?? ''
    const isKnown = Object.values(servers).some(({ people }) => people.find(subject))
    if (!isKnown) return sendProblem(response, 404, 'There is no such picture.')
    response.writeHead(200, { 'content-type': 'image/png' }).end(await drawPicture(subject))
  }

  return {
    url,
    settings: standInSettings(taken),
    addPerson: (provider, given = {}) => servers[provider].people.add(given),
    choose: (authorizationUrl, { subject }) => walk(authorizationUrl, url, { person: subject }),
    deny: (authorizationUrl) => walk(authorizationUrl, url, { denied: 'yes' }),
    mintIdToken: (provider, person, odd) => servers[provider].mintIdToken(person, odd),
    async mintAccessToken(provider, person, clientId) {
      if (provider === 'facebook')
        return facebook.mintAccessToken(
          person,
          clientId ?? registrations.facebook.appId,
          'email public_profile',
        )
      const scope = provider === 'google' ? 'openid email profile' : 'openid email name'
      return servers[provider].mintAccessToken(person, clientId ?? registrations[provider].clientId, scope)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function sendOverview(response: ServerResponse): void {
  sendPage(response, {
    title: 'Stand-ins for Google, Facebook and Apple',
    lead: 'Social sign-in of the Foyer on this machine leads here. No request leaves this machine.',
    content: html`<p>Open the sign-in page of Foyer and choose a provider there.</p>`,
  })
}
