/** Pages over HTTP: status, redirects, headers by type, what a foreign target gets. */
import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { openTestApp, originOf, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

/** The Location a raw request line is answered with, null without one. */
async function rawLocation(method: string, target: string): Promise<string | null> {
  await testApp.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => {})
  const address = testApp.app.server.address() as AddressInfo
  const socket = connect(address.port, '127.0.0.1')
  socket.end(`${method} ${target} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  const answer = (await socket.setEncoding('utf8').toArray()).join('')
  assert.match(answer, /^HTTP\/1\.1 (303|404|400)/)
  return /^location: (.*)\r$/im.exec(answer)?.[1] ?? null
}

const get = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ url, headers })

describe('pages', () => {
  it('are sent as rendered, compressed for those who take it', async () => {
    const plain = await get('/?platform=student')
    assert.equal(plain.statusCode, 200)
    assert.equal(plain.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(plain.body, '<title>sign-in student</title>')
    const packed = await get('/?platform=student', { 'accept-encoding': 'gzip, br' })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), plain.body)
    assert.equal(packed.headers.vary, 'Accept-Encoding')
    for (const encoding of ['gzip', 'br;q=0', 'br;q=0.0, gzip', 'brotli']) {
      const { headers } = await get('/?platform=student', { 'accept-encoding': encoding })
      assert.equal(headers['content-encoding'], undefined, encoding)
    }
    const preferred = await get('/?platform=student', { 'accept-encoding': 'gzip;q=0.5,br;q=0.9' })
    assert.equal(preferred.headers['content-encoding'], 'br')
  })

  it('are not sent again to a browser that has them', async () => {
    const first = await get('/?platform=student')
    const again = await get('/?platform=student', { 'if-none-match': String(first.headers.etag) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    const other = await get('/?platform=iqa', { 'if-none-match': String(first.headers.etag) })
    assert.equal(other.statusCode, 200)
  })

  it('have the address where password managers look for the form of another password', async () => {
    const { statusCode, headers } = await get('/.well-known/change-password')
    assert.deepEqual([statusCode, headers.location], [303, '/account#password'])
    // They ask for this one to learn whether a 200 means anything.
    const path = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
    assert.equal((await get(path)).statusCode, 404)
  })

  it('redirect with 303 and keep the query', async () => {
    for (const [url, location] of [
      ['/', '/?platform=student'],
      [
        '/svp/login?redirect-url=https%3A%2F%2Fsvp.example%2F',
        '/?redirect-url=https%3A%2F%2Fsvp.example%2F&platform=svp',
      ],
      ['/school/', '/school'],
      ['/dashboard/profile/edit', 'https://student.example/profile?edit=true'],
    ] as const) {
      const response = await get(url)
      assert.deepEqual([response.statusCode, response.headers.location], [303, location], url)
    }
  })

  it("are 'Page not found' with 404 on unknown paths, and for pages the front end does not render", async () => {
    for (const url of [
      '/nothing',
      '/nothing?origin=https://evil.example',
      '/%zz',
      '/signup/',
      '/help',
      '//evil.example',
      '/..%2f',
    ]) {
      const response = await get(url)
      if (response.statusCode === 303) assert.match(String(response.headers.location), /^\/[^/]/)
      else
        assert.deepEqual([response.statusCode, response.body], [404, '<title>not-found student</title>'], url)
    }
  })

  it("are 'Invalid URL' where code or person would go to somebody unknown", async () => {
    const targets = [
      '/?platform=student&redirect-url=https%3A%2F%2Fevil.example%2F',
      `/?platform=student&redirect-url=${encodeURIComponent(`${originOf('school')}/home`)}`,
      '/?platform=student&redirect-url=javascript%3Aalert(1)',
      '/?platform=student&redirect-url=',
      '/?platform=student&origin=https%3A%2F%2Fevil.example',
      `/?platform=serviceAdmin&redirect-url=${encodeURIComponent(`${originOf('serviceAdmin')}/home`)}`,
      '/logout?platform=student&origin=https%3A%2F%2Fevil.example',
      '/logout?platform=nonsense',
      '/?iframe=true&platform=nonsense',
      '/account?platform=student&redirect-url=https%3A%2F%2Fevil.example%2F',
    ]
    for (const url of targets) {
      const response = await get(url)
      assert.equal(response.statusCode, 400, url)
      assert.match(response.body, /invalid-url/, url)
      assert.doesNotMatch(response.body, /evil/)
    }
    const good = await get(
      `/?platform=student&redirect-url=${encodeURIComponent(`${originOf('student')}/a?b=1`)}`,
    )
    assert.equal(good.statusCode, 200)
  })

  it('carry a strict policy with the hashes of their own inline parts', async () => {
    const { headers } = await get('/?platform=student')
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self' 'sha256-script'",
      "style-src 'self' 'sha256-style'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "base-uri 'none'",
    ]) {
      assert.ok(policy.split('; ').includes(part), part)
    }
    assert.doesNotMatch(policy, /unsafe|nonce|\*/)
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin-allow-popups')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-cache')
  })

  it("let in a captcha vendor's script and frames where one is configured, on pages with forms", async () => {
    const captchaVendor = { siteKey: 'k', secret: 's', verifyUrl: null, minScore: 0.5 }
    const hosts = {
      turnstile: /challenges\.cloudflare\.com/,
      hcaptcha: /hcaptcha\.com/,
      recaptcha: /www\.gstatic\.com\/recaptcha\//,
    } as const
    for (const [vendor, host] of Object.entries(hosts)) {
      const settings = { ...captchaVendor, vendor: vendor as keyof typeof hosts }
      const other = await openTestApp({ config: { captchaVendor: settings } })
      const policyOf = async (url: string) =>
        String((await other.app.inject(url)).headers['content-security-policy']).split('; ')
      const policy = await policyOf('/?platform=student')
      const directive = (name: string) => policy.find((part) => part.startsWith(`${name} `)) ?? ''
      assert.match(directive('script-src'), host)
      assert.match(directive('frame-src'), /https:/)
      assert.equal(directive('require-trusted-types-for'), "require-trusted-types-for 'script'")
      assert.doesNotMatch(policy.join(), /unsafe/)
      assert.doesNotMatch((await policyOf('/school/logout')).join(), /https:\/\/(?!school)/)
      await other.close()
    }
  })

  it('let only the origins of their platform frame the logout page', async () => {
    const { headers } = await get('/school/logout')
    assert.match(String(headers['content-security-policy']), /frame-ancestors https:\/\/school\.example;/)
    assert.equal(headers['x-frame-options'], undefined)
    assert.equal(headers['cross-origin-opener-policy'], 'unsafe-none')
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  })

  it('isolate no answer that a popup may pass on its way', async () => {
    for (const url of ['/', '/svp', '/dashboard']) {
      assert.equal((await get(url)).headers['cross-origin-opener-policy'], 'unsafe-none', url)
    }
  })

  it('send a form that was posted without script back to its page, unread', async () => {
    const response = await testApp.app.inject({
      method: 'POST',
      url: '/?platform=student&email=a',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `current-password=${'x'.repeat(200_000)}`,
    })
    assert.deepEqual([response.statusCode, response.headers.location], [303, '/?platform=student&email=a'])
  })

  it('never redirect to another host', async () => {
    for (const url of [
      '//evil.example',
      '//evil.example/',
      '/\\evil.example/',
      '///evil.example//',
      '/school//evil.example/',
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        // As raw bytes: a client would already have made a host of it.
        const location = await rawLocation(method, url)
        assert.ok(location === null || /^\/(?!\/)/.test(location), `${method} ${url} → ${location}`)
      }
    }
  })

  it('speak of HSTS only where the house is reached over https', async () => {
    assert.equal((await get('/?platform=student')).headers['strict-transport-security'], undefined)
    const secure = await openTestApp({ config: { baseUrl: 'https://accounts.example' } })
    const { headers } = await secure.app.inject('/?platform=student')
    assert.match(String(headers['strict-transport-security']), /max-age=63072000/)
    await secure.close()
  })
})

describe('the inbox', () => {
  it('is a page for people and JSON for programs, and not there in production', async () => {
    const page = await get('/dev/inbox')
    assert.match(page.body, /Nothing was sent yet/)
    const json = await get('/dev/inbox', { accept: 'application/json' })
    assert.deepEqual(json.json(), { data: [] })
    const production = await openTestApp({ config: { hasDevTools: false } })
    assert.equal((await production.app.inject('/dev/inbox')).statusCode, 404)
    const person = { platform: 'student', email: 'made@foyer.test' }
    const made = await production.app.inject({ method: 'POST', url: '/dev/people', payload: person })
    assert.equal(made.statusCode, 404)
    await production.close()
  })
})
