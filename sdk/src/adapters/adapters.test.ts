/**
 * Tests the adapters together with a site's own routes and parsers; the examples test the sign-in through them (N-138).
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { foyer as expressFoyer, type RequestFoyer } from './express.ts'
import { foyer as fastifyFoyer } from './fastify.ts'
import { toRequest } from './node.ts'

/** Express ships no types. */
const { default: express } = await import('express' as string)

const options = {
  accountsUrl: 'http://localhost:1',
  platform: 'student',
  product: 'learning',
  clientId: 'learning',
  clientSecret: 'secret',
  origin: 'http://localhost:4200',
}
const headers = { 'content-type': 'application/json', origin: options.origin }

async function addressOf(t: TestContext, server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Posts a body to a route of the site and to a route of the middleware. */
async function postBoth(address: string) {
  const body = JSON.stringify({ code: 'ac_1', text: 'x'.repeat(10_000) })
  const own = await fetch(`${address}/own`, { method: 'POST', headers, body })
  const finish = await fetch(`${address}/foyer/finish`, { method: 'POST', headers, body })
  return { own: await own.json(), finish: await finish.json() }
}

const expected = { own: { length: 10_000, user: null }, finish: { error: 'state-mismatch' } }

for (const order of ['before', 'after'])
  test(`Express reads the bodies of its own routes with the middleware ${order} its parser`, async (t) => {
    const app = express()
    const uses = [expressFoyer(options), express.json()]
    for (const use of order === 'before' ? uses : uses.reverse()) app.use(use)
    type OwnRequest = { foyer: RequestFoyer; body: { text: string } }
    app.post('/own', async ({ foyer, body }: OwnRequest, response: { json(value: unknown): void }) => {
      response.json({ length: body.text.length, user: await foyer.session() })
    })
    assert.deepEqual(await postBoth(await addressOf(t, app.listen(0))), expected)
  })

test('Fastify reads the bodies of its own routes', async (t) => {
  const app = Fastify()
  t.after(() => app.close())
  await app.register(fastifyFoyer, options)
  app.post<{ Body: { text: string } }>('/own', async ({ body, foyer }) => {
    return { length: body.text.length, user: await foyer.session() }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  assert.deepEqual(await postBoth(await addressOf(t, app.server)), expected)
})

test('a request never becomes one of another origin', async (t) => {
  const seen: (string | undefined)[] = []
  const server = createServer((incoming: IncomingMessage, response) => {
    seen.push(toRequest(incoming, options.origin)?.url)
    response.end()
  }).listen(0)
  const address = new URL(await addressOf(t, server))
  const { request } = await import('node:http')
  for (const path of ['//evil.test/', '/a?b=c', '*', 'http://evil.test/', '/\\evil.test']) {
    const sent = request({
      host: address.hostname,
      port: address.port,
      path,
      headers: { host: 'evil.test' },
    }).end()
    const [answer] = await once(sent, 'response')
    answer.resume()
  }
  assert.deepEqual(seen, [
    'http://localhost:4200//evil.test/',
    'http://localhost:4200/a?b=c',
    undefined,
    undefined,
    'http://localhost:4200//evil.test',
  ])
})
