/** Tests providers that are slow or broken (N-45). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createProviderCalls, ProviderUnavailable } from './provider-calls.ts'
import { openSocialApp } from './test-social.ts'

let respond: (response: ServerResponse) => void = () => {}
let asked = 0
const server = createServer((_request, response) => {
  asked += 1
  respond(response)
})
let url: string
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.close()
  server.closeAllConnections()
})

const json = { 'content-type': 'application/json' }
const calls = () => createProviderCalls({ isOnThisMachine: true })
const ask = (call = calls(), address = url) => call(async (fetch) => (await fetch(address)).json())

describe('calls to a provider', () => {
  it('refuses a redirect, a server error, a page and an answer above 64 kB (N-45)', async () => {
    const answers: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      (response) => response.writeHead(500, json).end('{}'),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>'),
      (response) => response.writeHead(200, json).end(JSON.stringify('x'.repeat(65_536))),
      (response) => response.destroy(),
    ]
    for (const answer of answers) {
      respond = answer
      await assert.rejects(ask(), ProviderUnavailable)
    }
    respond = (response) => response.writeHead(200, json).end('{"a":1}')
    assert.deepEqual(await ask(), { a: 1 })
  })

  it('gives all calls of one request three seconds together (N-45)', async () => {
    respond = (response) => setTimeout(() => response.writeHead(200, json).end('{}'), 1_200)
    const work = calls()(async (fetch) => {
      for (let count = 0; count < 4; count += 1) await fetch(url)
    })
    await assert.rejects(work, new ProviderUnavailable('it took too long'))
  })

  it('calls https alone, and http on this machine for a stand-in', async () => {
    respond = (response) => response.writeHead(200, json).end('{}')
    await assert.rejects(ask(createProviderCalls({ isOnThisMachine: false })), ProviderUnavailable)
    await assert.rejects(ask(calls(), 'http://169.254.169.254/'), ProviderUnavailable)
  })

  it('pauses after five failures in a row, which no refused token can cause', async () => {
    const call = calls()
    respond = (response) => response.writeHead(400, json).end('{"error":"invalid_grant"}')
    for (let count = 0; count < 10; count += 1) await ask(call)
    respond = (response) => response.writeHead(500).end()
    for (let count = 0; count < 5; count += 1) await assert.rejects(ask(call), ProviderUnavailable)
    const before = asked
    await assert.rejects(ask(call), new ProviderUnavailable('its calls are paused'))
    assert.equal(asked, before)
  })
})

describe('a provider that is broken', () => {
  it('leads back to the page with an error, from the start and from the callback, and the others go on', async () => {
    let isBroken = false
    const social = await openSocialApp({
      intercept(request, response) {
        if (!isBroken || !request.url?.startsWith('/google')) return false
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sorry</p>')
        return true
      },
    })
    const person = social.standIns.addPerson('google')
    const { location, cookie } = await social.begin('google')
    const callback = await social.standIns.choose(location, person)
    isBroken = true
    const { result } = await social.comeBack(callback, cookie)
    assert.deepEqual([result.error, result.return], ['failed', '/?platform=student'])
    const other = await social.walk('facebook', social.standIns.addPerson('facebook'))
    assert.ok(other.result.reference)
    const counted = await social.services.metrics.social.get()
    const unavailable = counted.values.find(
      ({ labels }) => labels.provider === 'google' && labels.result === 'unavailable',
    )
    assert.equal(unavailable?.value, 1)
    await social.close()
  })
})
