/** Requests that two servers in a row could read differently get one refusal and no second answer. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { openRaw, statusesIn } from '../../testing/raw-socket.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let port: number
before(async () => {
  testApp = await openTestApp()
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  port = (testApp.app.server.address() as AddressInfo).port
})
after(() => testApp.close())

async function ask(text: string): Promise<number[]> {
  const { closed, heard } = await openRaw(port, text)
  await closed(2_000)
  return statusesIn(heard())
}

const hidden = 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n'
const post = 'POST /api/auth/codes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

describe('a request is refused and its connection closed', () => {
  const ambiguous: Record<string, string> = {
    'with two hosts': 'GET /health/live HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
    'with the same host twice': 'GET /health/live HTTP/1.1\r\nhost: x\r\nHost: x\r\n\r\n',
    'without a host': 'GET /health/live HTTP/1.1\r\n\r\n',
    'for an address with a host of its own':
      'GET http://evil.example/health/live HTTP/1.1\r\nhost: x\r\n\r\n',
    'with a folded header': 'GET /health/live HTTP/1.1\r\nhost: x\r\na: b\r\n c\r\n\r\n',
    'with a space before the colon': 'GET /health/live HTTP/1.1\r\nhost: x\r\na : b\r\n\r\n',
    'with lines that end in LF alone': 'GET /health/live HTTP/1.1\nhost: x\n\n',
    'with NUL in a header': 'GET /health/live HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n',
    'of length and chunks at once': `${post}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    'of chunks and length at once': `${post}transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n`,
    'of two lengths': `${post}content-length: 0\r\ncontent-length: 4\r\n\r\n`,
    'of a length that is none': `${post}content-length: +4\r\n\r\n{}  `,
    'of chunks by another name': `${post}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
    'of chunks that are not the last coding': `${post}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    'of a chunk whose length is none': `${post}transfer-encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`,
  }
  for (const [name, text] of Object.entries(ambiguous)) {
    it(name, async () => {
      assert.deepEqual(await ask(text + hidden), [400])
    })
  }

  it('for methods that speak to proxies', async () => {
    assert.deepEqual(await ask(`TRACE / HTTP/1.1\r\nhost: x\r\n\r\n${hidden}`), [405])
    assert.deepEqual(await ask(`CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n${hidden}`), [405])
  })
})

describe('a plain request', () => {
  it('is answered, and so is the one behind it', async () => {
    assert.deepEqual(
      await ask(hidden + hidden.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')),
      [200, 200],
    )
  })
})
