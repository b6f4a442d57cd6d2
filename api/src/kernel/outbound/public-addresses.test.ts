/** Tests which addresses a call to a platform may reach, as literal addresses and as resolved names. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createClients, post } from '../../messages/senders/http-post.ts'
import { guardedLookup, literalAddress, publicOr } from './public-addresses.ts'

const server = createServer((_request, response) => response.end())
let url: string
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://localhost:${(server.address() as AddressInfo).port}/logout`
})
after(() => {
  server.close()
  server.closeAllConnections()
})

const send = (allowed: readonly string[]) =>
  post({ url, headers: {}, body: '' }, AbortSignal.timeout(5_000), {
    clients: createClients(guardedLookup(publicOr(allowed))),
  })

describe('addresses that may be called', () => {
  it('are those of the public Internet, in every spelling', () => {
    const mayCall = publicOr([])
    for (const address of ['93.184.216.34', '2606:2800:220:1::1', '172.32.0.1', '::ffff:93.184.216.34'])
      assert.equal(mayCall(address), true, address)
    const refused = [
      ...['10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '127.0.0.2', '0.0.0.0', '100.64.0.1'],
      ...[
        '::1',
        '::',
        'fe80::1',
        'fd00::1',
        '::ffff:10.0.0.1',
        '::ffff:a9fe:a9fe',
        '64:ff9b::a00:1',
        '224.0.0.1',
      ],
    ]
    for (const address of refused) assert.equal(mayCall(address), false, address)
  })

  it('include the networks that the operator allows, and no others', () => {
    const mayCall = publicOr(['10.20.0.0/16', 'fd00::/8'])
    assert.deepEqual(['10.20.1.1', 'fd12::1', '10.21.1.1', '169.254.169.254'].map(mayCall), [
      true,
      true,
      false,
      false,
    ])
  })

  it('are read from a URL that names one, however it is written', () => {
    assert.equal(literalAddress('https://0x0a000001/logout'), '10.0.0.1')
    assert.equal(literalAddress('https://[::ffff:10.0.0.1]/'), '::ffff:a00:1')
    assert.equal(literalAddress('https://learn.example.com/'), null)
  })

  it('are checked when a name is resolved, at each new connection', async () => {
    await assert.rejects(send([]), { code: 'private-network' })
    await send(['127.0.0.0/8', '::1'])
  })
})
