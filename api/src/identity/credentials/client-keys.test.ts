/** Tests how the keys at a client's URL are read: what is cached, and what no server can make this service do. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { createClientKeys } from './client-keys.ts'

let answer: RequestListener = () => {}
let asked = 0
const server = createServer((request, response) => {
  asked += 1
  answer(request, response)
})
let uri = ''
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
})
after(() => server.close())

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid }
  const sign = () => new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
  return { jwk, sign }
}

const [first, second] = [await newKey('first'), await newKey('second')]
const publish = (...keys: { jwk: object }[]) => {
  answer = (_, response) => response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }))
}

/** Counts the requests of `work` to the server. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const before = asked
  await work()
  return asked - before
}

describe('the keys at a URL of a client', () => {
  it('are asked for once, and again for a key that was not there', async () => {
    publish(first)
    const keys = createClientKeys({ networks: null, cooldownMs: 0 })
    const verify = async ({ sign }: typeof first) => jwtVerify(await sign(), keys.at(uri))
    assert.equal(await requestsOf(() => Promise.all([verify(first), verify(first)])), 1)
    assert.equal(await requestsOf(() => verify(first)), 0)
    publish(first, second)
    assert.equal(await requestsOf(() => verify(second)), 1)
    assert.equal(await requestsOf(() => Promise.all([verify(first), verify(second)])), 0)
  })

  it('are not asked for again within the cooldown, whatever key a JWT names', async () => {
    publish(first)
    const keys = createClientKeys({ networks: null })
    await jwtVerify(await first.sign(), keys.at(uri))
    const token = await second.sign()
    const refused = () => assert.rejects(jwtVerify(token, keys.at(uri)), /no applicable key/)
    assert.equal(await requestsOf(refused), 0)
  })

  const faults: [name: string, answer: RequestListener, line: RegExp][] = [
    [
      'redirects',
      (_, response) => response.writeHead(302, { location: `${uri}2` }).end(),
      /host not allowed/,
    ],
    ['fails', (_, response) => response.writeHead(500).end(), /answered 500/],
    ['sends more than 64 kB', (_, response) => response.end(' '.repeat(65_537)), /too large/],
    ['sends something else', (_, response) => response.end('<html>'), /parse/],
  ]
  for (const [name, fault, line] of faults)
    it(`are refused if the server ${name}`, async () => {
      answer = fault
      const keys = createClientKeys({ networks: null })
      const token = await first.sign()
      const verify = () => assert.rejects(jwtVerify(token, keys.at(uri)), line)
      assert.equal(await requestsOf(verify), 1)
    })

  it('are not asked for again right after a failure', async () => {
    answer = (_, response) => response.writeHead(500).end()
    const keys = createClientKeys({ networks: null })
    const token = await first.sign()
    const verify = () => assert.rejects(jwtVerify(token, keys.at(uri)))
    assert.equal(await requestsOf(() => verify().then(verify)), 1)
  })

  it('are never asked for in a private network, by its address or by a name, unless the operator allows it', async () => {
    publish(first)
    const token = await first.sign()
    for (const target of [uri, uri.replace('127.0.0.1', 'localhost')]) {
      const keys = createClientKeys({ networks: [] })
      const verify = () => assert.rejects(jwtVerify(token, keys.at(target)), /private address/)
      assert.equal(await requestsOf(verify), 0)
    }
    const allowed = createClientKeys({ networks: ['127.0.0.0/8'] })
    await jwtVerify(token, allowed.at(uri))
  })
})
