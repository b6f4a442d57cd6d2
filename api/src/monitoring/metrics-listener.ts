/** Serves `GET /metrics` on a port of its own, which the public never reaches. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { MetricsAddress } from '../config/config.ts'
import { connectionBounds } from '../limits/connection-bounds.ts'
import { portFault } from '../port-fault.ts'

/** A scrape in progress may take this long to finish once the service stops. */
const closeWithinMs = 2_000

/** Memory, CPU and event loop belong to the process: they are measured only where the listener is open. */
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

/** Finishes the last scrape and closes kept connections; one that holds its connection open is cut. */
export async function closeMetricsListener(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), closeWithinMs)
  server.close()
  server.closeIdleConnections()
  await once(server, 'close')
  clearTimeout(cut)
}
