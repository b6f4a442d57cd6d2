/** Serves `GET /metrics` on a separate port that is not public. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { MetricsAddress } from '../config/config.ts'
import { connectionBounds } from '../limits/connection-bounds.ts'
import { portFault } from '../port-fault.ts'

/** When the service stops, a scrape in progress has this long to finish. */
const closeWithinMs = 2_000

/** Opens the listener, and starts to measure memory, CPU and event loop of the process. */
export async function openMetricsListener(
  registry: Registry,
  { host, port }: MetricsAddress,
): Promise<Server> {
  const { headersMs, checkMs, requestMs } = connectionBounds
  const bounds = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
  }
  const server = createServer(bounds, async ({ method = '', url = '' }, response) => {
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

/** Lets a scrape in progress finish, closes idle connections, and cuts connections that are still open after 2 s. */
export async function closeMetricsListener(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), closeWithinMs)
  server.close()
  server.closeIdleConnections()
  await once(server, 'close')
  clearTimeout(cut)
}
