/**
 * Imitates sites that embed or open pages of Foyer. The query defines a page's content (`html`) and headers (`header`,
 * repeatable), so every test makes its own pages, on real origins, in every browser.
 */
import { createServer, type RequestListener } from 'node:http'
import { parents } from '../test-installation.ts'
import { library, libraryPath, openIdPage, openIdPath } from './openid-page.ts'

/** The page records every message that it receives; tests read the list. */
const notes = `<script>
  window.received = []
  addEventListener('message', ({ origin, data }) => received.push({ origin, data }))
</script>`

const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', parents.sameSite)
  if (pathname === libraryPath)
    return void response.setHeader('content-type', 'text/javascript').end(library())
  if (pathname === openIdPath)
    return void response.setHeader('content-type', 'text/html; charset=utf-8').end(openIdPage)
  for (const header of searchParams.getAll('header')) {
    const colon = header.indexOf(':')
    response.setHeader(header.slice(0, colon), header.slice(colon + 1).trim())
  }
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><html lang="en"><title>Site of a platform</title>${notes}
<h1>Site of a platform</h1><button type="button" id="open">Open</button>
${searchParams.get('html') ?? ''}</html>`)
}

for (const url of [parents.sameSite, parents.secondSite, parents.hostile, parents.sister]) {
  createServer(answer).listen(Number(new URL(url).port), '127.0.0.1')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit())
