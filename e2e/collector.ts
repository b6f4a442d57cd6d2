/** Imitates an operator's analytics collector: stores the forwarded records and returns them to the tests. */
import { createServer } from 'node:http'
import { collectorUrl } from './test-installation.ts'

const received: unknown[] = []

const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const text = (await request.setEncoding('utf8').toArray()).join('')
    received.push(...JSON.parse(text).batch)
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(received))
})
server.listen(Number(new URL(collectorUrl).port), '127.0.0.1')

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit())
