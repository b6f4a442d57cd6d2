/** `GET /metrics` on a port of its own, which the public never reaches. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { portFault } from './port-fault.ts'

export type MetricsAddress = { host: string; port: number }

/** Memory, CPU and event loop belong to the process: they are watched where somebody may ask for them. */
export async function openMetricsListener(
  registry: Registry,
  { host, port }: MetricsAddress,
): Promise<Server> {
  const server = createServer(async ({ method = '', url = '' }, response) => {
    const isKnown = /^\/metrics(\?|$)/.test(url) && ['GET', 'HEAD'].includes(method)
    if (!isKnown) return response.writeHead(404, { 'content-length': 0 }).end()
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
    } catch {
      response.writeHead(500, { 'content-length': 0 }).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error) => {
    throw portFault(error, { name: 'METRICS_PORT', port })
  })
  collectDefaultMetrics({ register: registry })
  return server
}

/** The last scrape under way is finished; connections kept for the next one are not. */
export async function closeMetricsListener(server: Server): Promise<void> {
  server.close()
  server.closeIdleConnections()
  await once(server, 'close')
}
