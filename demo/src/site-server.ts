/** Serves a demo site over HTTP: the SDK handles sign-in, and answer.ts the other pages, both with security headers. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { send, toRequest } from '@foyer/sdk/node'
import { createSite } from '@foyer/sdk/site'
import { answer, errorReply } from './answer.ts'
import { noteSignIn, sessionIdOf } from './note-sign-in.ts'
import { renderPage } from './page.ts'
import { createRecords } from './records.ts'
import { problemPage } from './sentence-pages.ts'
import type { Reply, Running } from './site-requests.ts'
import { clientIdOf, cookieOf, hostOf, type Site } from './sites.ts'
import { styleOf } from './style.ts'

export type RunningSite = { url: string; close(): Promise<void> }

type SiteSettings = {
  accountsUrl: string
  clientSecret: string
  port: number
  timeoutMs?: number
  /** The origins of all demo sites, which the pages link to. */
  origins?: ReadonlyMap<Site, string>
}

const closeWithinMs = 2_000
const foyerTimeoutMs = 5_000

/** Serves a site on this machine; port 0 uses a free port. Rejects if the port is in use. */
export async function startSite(site: Site, settings: SiteSettings): Promise<RunningSite> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
  })
  server.listen(settings.port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://${hostOf(site)}:${(server.address() as AddressInfo).port}`
  const { running, headers } = prepared()
  server.on('request', (request, response) => {
    // An unhandled rejection would end the process.
    serve(running, headers, request, response).catch((error) => {
      console.error(error)
      response.destroy()
    })
  })

  function prepared() {
    try {
      const running = createRunning(site, origin, settings)
      return { running, headers: headersOf(running) }
    } catch (error) {
      server.close()
      throw error
    }
  }

  async function close(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeIdleConnections()
    const timer = setTimeout(() => server.closeAllConnections(), closeWithinMs)
    await closed
    clearTimeout(timer)
  }
  return { url: origin, close }
}

/** @throws TypeError if `accountsUrl` is neither https nor http on this machine. */
function createRunning(
  site: Site,
  origin: string,
  { accountsUrl, clientSecret, timeoutMs = foyerTimeoutMs, origins = new Map() }: SiteSettings,
): Running {
  const { platform, product, external } = site
  const records = createRecords()
  const foyer = createSite({
    ...{ accountsUrl, platform, product, clientId: clientIdOf(site), clientSecret, timeoutMs, origin },
    ...(external && { external }),
    cookieName: cookieOf(site),
    store: records.store,
    showProblem: (problem) =>
      toResponse(running, {
        status: problem.status,
        page: problemPage(problem),
        ...(problem.status === 503 && { headers: { 'retry-after': '5' } }),
      }),
  })
  const running: Running = { site, accountsUrl: new URL(accountsUrl).origin, origins, foyer, records }
  return running
}

async function serve(
  running: Running,
  headers: Record<string, string>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = toRequest(incoming, running.foyer.origin)
  const response = request ? await respond(running, request) : new Response(null, { status: 400 })
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value)
  await send(response, outgoing)
}

async function respond(running: Running, request: Request): Promise<Response> {
  const { foyer, records, site } = running
  const answered = await foyer.handle(request)
  if (answered) return noteSignIn(running, request, answered)
  const url = new URL(request.url)
  if (url.pathname === '/page.js' && request.method === 'GET') return script()
  try {
    const session = await foyer.sessionOf(request)
    const signIn = records.find(sessionIdOf(request.headers.get('cookie'), site))
    return toResponse(
      running,
      await answer(running, { method: request.method, url, request, session, signIn }),
    )
  } catch (error) {
    return toResponse(running, errorReply(url, error))
  }
}

const scriptFile = new URL('./page-script.browser.js', import.meta.url)

async function script(): Promise<Response> {
  const headers = { 'content-type': 'text/javascript; charset=utf-8' }
  return new Response(await readFile(scriptFile, 'utf8'), { headers })
}

function toResponse(running: Running, { status, page, json, location, headers = {} }: Reply): Response {
  const all = new Headers(headers)
  if (location !== undefined) all.set('location', location)
  if (page) all.set('content-type', 'text/html; charset=utf-8')
  if (json !== undefined) all.set('content-type', 'application/json')
  const body = page ? renderPage(running, page) : json === undefined ? null : JSON.stringify(json)
  return new Response(body, { status, headers: all })
}

/** Returns the headers of every page: only the site's own scripts, and frames and forms of the site and of Foyer. */
function headersOf({ site, accountsUrl }: Running): Record<string, string> {
  const styleHash = createHash('sha256').update(styleOf(site)).digest('base64')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    "connect-src 'self'",
    `frame-src ${accountsUrl}`,
    // The sign-out form redirects to Foyer, and browsers apply form-action to redirects too.
    `form-action 'self' ${accountsUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // Any other value would cut the popup off from this page.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
