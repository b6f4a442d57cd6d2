/** Tests the time limit for request bodies. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { cutSlowBodies } from './slow-bodies.ts'

describe('slow bodies', () => {
  it('cuts a request whose body arrives too slowly', async () => {
    const app = Fastify()
    cutSlowBodies(app, 200)
    app.post('/api/slow', async () => ({}))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      'POST /api/slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"',
    )
    await once(socket.resume(), 'close')
    const whole = await app.inject({ method: 'POST', url: '/api/slow', payload: {} })
    assert.equal(whole.statusCode, 200)
    await app.close()
  })
})
