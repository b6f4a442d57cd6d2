/** Tests that a request which a proxy and the service could parse differently gets one refusal and no second answer. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { openRaw, statusesIn } from '../../../testing/raw-socket.ts'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'

let testApp: TestApp
let port: number
before(async () => {
  testApp = await openTestApp()
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  port = (testApp.app.server.address() as AddressInfo).port
})
after(() => testApp.close())

async function ask(text: string): Promise<number[]> {
  const { closed, received } = await openRaw(port, text)
  await closed(10_000)
  return statusesIn(received())
}

const hidden = 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n'
const post = 'POST /api/auth/codes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

describe('ambiguous requests', () => {
  const ambiguous: Record<string, string> = {
    'a request with two hosts': 'GET /health/live HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
    'a request with the same host twice': 'GET /health/live HTTP/1.1\r\nhost: x\r\nHost: x\r\n\r\n',
    'a request without a host': 'GET /health/live HTTP/1.1\r\n\r\n',
    'a target with a host of its own': 'GET http://evil.example/health/live HTTP/1.1\r\nhost: x\r\n\r\n',
    'a folded header': 'GET /health/live HTTP/1.1\r\nhost: x\r\na: b\r\n c\r\n\r\n',
    'a header with a space before the colon': 'GET /health/live HTTP/1.1\r\nhost: x\r\na : b\r\n\r\n',
    'lines that end in LF alone': 'GET /health/live HTTP/1.1\nhost: x\n\n',
    'NUL in a header': 'GET /health/live HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n',
    'a body with length and chunks': `${post}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a body with chunks and length': `${post}transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n`,
    'a body with two lengths': `${post}content-length: 0\r\ncontent-length: 4\r\n\r\n`,
    'a body length that is not a number': `${post}content-length: +4\r\n\r\n{}  `,
    'an unknown transfer coding': `${post}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
    'chunks that are not the last coding': `${post}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    'a chunk length that is not a number': `${post}transfer-encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`,
  }
  for (const [name, text] of Object.entries(ambiguous)) {
    it(`refuses ${name} and closes the connection`, async () => {
      assert.deepEqual(await ask(text + hidden), [400])
    })
  }

  it('refuses TRACE and CONNECT and closes the connection', async () => {
    assert.deepEqual(await ask(`TRACE / HTTP/1.1\r\nhost: x\r\n\r\n${hidden}`), [405])
    assert.deepEqual(await ask(`CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n${hidden}`), [405])
  })
})

describe('pipelined requests', () => {
  it('answers a plain request and the one pipelined behind it', async () => {
    assert.deepEqual(
      await ask(hidden + hidden.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')),
      [200, 200],
    )
  })
})
