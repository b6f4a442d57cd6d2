/** Tests that the log records proxy headers only if a trusted proxy sent them in the expected form (N-164). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestApp } from '../../../testing/test-app.ts'

describe('headers of a proxy', () => {
  const id = 'b0a2c1/7:9.+_=-'
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

  /** Sends failing requests with these headers from these addresses, and returns the log lines of each. */
  async function linesOf(
    sent: { headers: Record<string, string>; remoteAddress: string }[],
  ): Promise<Record<string, unknown>[][]> {
    const testApp = await openTestApp({ config: { logLevel: 'info', trustedProxies: ['10.0.0.0/8'] } })
    testApp.app.get('/api/broken', async () => {
      throw new Error('broken')
    })
    const all = []
    for (const { headers, remoteAddress } of sent) {
      const lines = testApp.captureLog()
      const answer = await testApp.app.inject({ url: '/api/broken', headers, remoteAddress })
      const parsed = lines.map((line) => JSON.parse(line))
      for (const line of parsed) assert.equal(line.requestId, answer.headers['x-request-id'])
      all.push(parsed)
    }
    await testApp.close()
    return all
  }

  it("keeps a trusted proxy's request id and traceparent in every line, beside our own id", async () => {
    const headers = { 'x-request-id': id, traceparent }
    const [lines = []] = await linesOf([{ headers, remoteAddress: '10.1.2.3' }])
    assert.deepEqual(
      lines.map(({ msg, proxyRequestId, traceparent }) => [msg, proxyRequestId, traceparent]),
      [
        ['unexpected', id, traceparent],
        ['answered', id, traceparent],
      ],
    )
  })

  it("ignores a stranger's request id and traceparent", async () => {
    const headers = { 'x-request-id': id, traceparent, 'x-forwarded-for': '10.1.2.3' }
    const [lines = []] = await linesOf([{ headers, remoteAddress: '192.0.2.7' }])
    assert.equal(lines.length, 2)
    assert.doesNotMatch(JSON.stringify(lines), new RegExp(`proxyRequestId|b0a2c1|${traceparent}`))
  })

  it('logs no request id or traceparent of another form, not even of a trusted proxy', async () => {
    const wrong = [
      ...['', 'x'.repeat(129), 'a b', 'a"b', 'a\\b', 'a,b', '{"a":1}', 'é'].map((value) => ({
        'x-request-id': value,
      })),
      ...[
        traceparent.toUpperCase(),
        `${traceparent}-more`,
        traceparent.replace(/^00/, 'ff'),
        traceparent.replace(/-\w{32}-/, `-${'0'.repeat(32)}-`),
        traceparent.replace(/-\w{16}-/, `-${'0'.repeat(16)}-`),
        `${traceparent},${traceparent}`,
        'x',
      ].map((value) => ({ traceparent: value })),
    ]
    const requests = wrong.map((headers) => ({ headers, remoteAddress: '10.1.2.3' }))
    for (const [index, lines] of (await linesOf(requests)).entries())
      for (const line of lines)
        assert.ok(!('proxyRequestId' in line || 'traceparent' in line), JSON.stringify([wrong[index], line]))
  })
})
