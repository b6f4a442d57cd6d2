/** Runs a collector for tests: stores the received batches, and answers as the test chooses. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Sent = Record<string, unknown> & { id: string; type: string }

export type TestCollector = {
  url: string
  received: { headers: IncomingHttpHeaders; batch: Sent[] }[]
  /** Sets the answer to later batches; the default is 204. */
  answer: (response: ServerResponse) => void
  all(): Sent[]
  close(): Promise<void>
}

export async function openTestCollector(): Promise<TestCollector> {
  const collector: TestCollector = {
    url: '',
    received: [],
    answer: (response) => response.writeHead(204).end(),
    all: () => collector.received.flatMap(({ batch }) => batch),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('')
    collector.received.push({ headers: request.headers, batch: JSON.parse(text).batch })
    collector.answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/collect`
  return collector
}
