/**
 * Serves a one-line HTML page that fetches nothing, so its first paint measures only machine and network. Under another
 * address it is another site, from which visits start.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { ports } from '../service/bench-settings.ts'

const html =
  '<!doctype html><html lang="en"><title>Bare</title><link rel="icon" href="data:,"><p>Hello</p></html>'

export async function serveBarePage(): Promise<{ url: string; otherSite: string; stop(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  server.listen(ports.barePage)
  await once(server, 'listening')
  return {
    url: `http://localhost:${ports.barePage}/`,
    otherSite: `http://127.0.0.1:${ports.barePage}/`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
