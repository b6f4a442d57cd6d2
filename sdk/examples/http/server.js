import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { send, toRequest } from '@foyer/sdk/node'
import { createSite } from '@foyer/sdk/site'
import { page } from './page.js'

const { ACCOUNTS_URL = 'http://localhost:4000', FOYER_CLIENT_SECRET, PORT = '4200' } = process.env

const site = createSite({
  accountsUrl: ACCOUNTS_URL,
  platform: 'student',
  product: 'learning',
  clientId: 'learning-web',
  clientSecret: FOYER_CLIENT_SECRET,
  origin: `http://localhost:${PORT}`,
})

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error) => {
    // Mostly 'no-answer': the session may be valid, so the user keeps it.
    console.error(error)
    outgoing.writeHead(503).end('Please try again later.')
  })
})

async function answer(incoming, outgoing) {
  const request = toRequest(incoming, site.origin)
  if (!request) return outgoing.writeHead(400).end()
  const response = await site.handle(request)
  if (response) return send(response, outgoing)

  const { pathname, search } = new URL(request.url)
  if (pathname === '/app.js') {
    outgoing.writeHead(200, { 'content-type': 'text/javascript' })
    return createReadStream(join(import.meta.dirname, 'app.js')).pipe(outgoing)
  }
  const session = await site.sessionOf(request)
  if (pathname === '/') return html(outgoing, page(ACCOUNTS_URL, session?.user))
  if (pathname !== '/courses') return outgoing.writeHead(404).end('Not found')
  if (session) return html(outgoing, page(ACCOUNTS_URL, session.user, 'Your courses'))
  outgoing.writeHead(303, { location: site.signInPath(pathname + search) }).end()
}

function html(outgoing, text) {
  outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
}

server.listen(Number(PORT), () => console.log(`Open http://localhost:${PORT}`))
