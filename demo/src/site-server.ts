/** Serves a demo site over HTTP with its security headers. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer } from './answer.ts'
import { readCookies } from './cookies.ts'
import { renderPage } from './page.ts'
import { createPlatform, type Platform } from './platform.ts'
import { cookieOf, type Site } from './sites.ts'
import { styleOf } from './style.ts'
import type { Reply } from './visit.ts'

export type RunningSite = { url: string; close(): Promise<void> }

export type SiteSettings = { accountsUrl: string; clientSecret: string; port: number; timeoutMs?: number }

const closeWithinMs = 2_000

/** Serves a site on this machine; port 0 takes a free port. Rejects if the port is in use. */
export async function startSite(site: Site, settings: SiteSettings): Promise<RunningSite> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
  })
  server.listen(settings.port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://${site.host ?? 'localhost'}:${(server.address() as AddressInfo).port}`
  const { platform, headers } = prepared()
  server.on('request', (request, response) => {
    // An unhandled rejection would end the process.
    serve(platform, headers, request, response).catch((error) => {
      console.error(error)
      response.destroy()
    })
  })

  function prepared() {
    try {
      const platform = createPlatform(site, { ...settings, origin })
      return { platform, headers: headersOf(platform) }
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

async function serve(
  platform: Platform,
  headers: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = request
  // The path is appended to the origin, so that '//evil' cannot become a host.
  const url = URL.parse(`${platform.origin}${request.url ?? '/'}`)
  // No page reads a request body.
  request.resume()
  if (!url || url.origin !== platform.origin) {
    response.writeHead(400, headers).end()
    return
  }
  const cookies = readCookies(request.headers.cookie)
  const session = platform.sessions.find(cookies.get(cookieOf(platform.site)))
  const reply = await answer(platform, { method, url, headers: request.headers, cookies, session })
  send(platform, headers, reply, response)
}

function send(
  platform: Platform,
  headers: Record<string, string>,
  reply: Reply,
  response: ServerResponse,
): void {
  const { status, page, location, cookies = [] } = reply
  response.writeHead(status, {
    ...headers,
    ...reply.headers,
    ...(location !== undefined && { location }),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    ...(page && { 'content-type': 'text/html; charset=utf-8' }),
  })
  response.end(page && renderPage(platform.site, page))
}

/** Returns the headers of every page: no script, no frame, nothing from other origins. */
function headersOf({ site, foyer }: Platform): Record<string, string> {
  const styleHash = createHash('sha256').update(styleOf(site)).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    // The sign-out form is redirected to Foyer, and browsers apply this rule to the redirects of a form.
    `form-action 'self' ${new URL(foyer.accountsUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
