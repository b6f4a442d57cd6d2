/** Tests pages over HTTP: status, redirects, headers by page type, unregistered targets (N-56). */
import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { openTestApp, originOf, type TestApp } from '../../../testing/test-app.ts'
import { readRegistry } from '../../config/platform-registry.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

/** Sends a raw request line and returns the Location header of the answer, or null. */
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
  it('sends a page as rendered, compressed where the browser accepts it', async () => {
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

  it('answers 304 to a browser that has the page cached', async () => {
    const first = await get('/?platform=student')
    const again = await get('/?platform=student', { 'if-none-match': String(first.headers.etag) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    const other = await get('/?platform=iqa', { 'if-none-match': String(first.headers.etag) })
    assert.equal(other.statusCode, 200)
  })

  it('redirects the well-known change-password URL to the account page', async () => {
    const { statusCode, headers } = await get('/.well-known/change-password')
    assert.deepEqual([statusCode, headers.location], [303, '/account/security#password'])
    // Password managers request this path to learn whether the site answers unknown paths with 404.
    const path = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
    assert.equal((await get(path)).statusCode, 404)
  })

  it('redirects with 303 and keeps the query', async () => {
    for (const [url, location] of [
      ['/', '/?platform=student'],
      [
        '/svp/login?redirect-url=https%3A%2F%2Fsvp.example%2F',
        '/?redirect-url=https%3A%2F%2Fsvp.example%2F&platform=svp',
      ],
      ['/school/', '/school'],
      ['/dashboard', 'https://student.example/home'],
      ['/dashboard/profile/edit', 'https://student.example/home/profile?edit=true'],
    ] as const) {
      const response = await get(url)
      assert.deepEqual([response.statusCode, response.headers.location], [303, location], url)
    }
  })

  it('redirects to the home and the registered paths of the learning platform, and has none without a home', async () => {
    const origins = ['https://learn.example']
    const student = { home: 'https://learn.example/app?from=foyer#top', paths: { profile: '/me' }, origins }
    const registry = (entries: unknown) => readRegistry(JSON.stringify(entries), { isProduction: false })
    const other = await openTestApp({ config: { registry: registry({ student }) } })
    for (const [url, location] of [
      ['/dashboard', 'https://learn.example/app?from=foyer#top'],
      ['/dashboard?from=x&tab=2', 'https://learn.example/app?from=foyer&tab=2#top'],
      ['/profile/work/1?tab=2', 'https://learn.example/app/me/work/1?tab=2'],
      ['/skill-profile/', '/skill-profile'],
      ['/skill-profile', 'https://learn.example/app/profile/skill-profile/'],
    ] as const) {
      const response = await other.app.inject({ url })
      assert.deepEqual([response.statusCode, response.headers.location], [303, location], url)
    }
    await other.close()
    const homeless = await openTestApp({ config: { registry: registry({}) } })
    assert.equal((await homeless.app.inject('/dashboard')).statusCode, 404)
    await homeless.close()
  })

  it("shows 'Page not found' with 404 on unknown paths and for pages that are not rendered", async () => {
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

  it("shows the page of an external site only where the platforms file has its entry, else 'Page not found'", async () => {
    const pages = ['zoom-auth', 'not-found', 'invalid-url'] as const
    const zoom = { name: 'Zoom', url: 'https://meet.example/in', platforms: ['student' as const] }
    const { registry } = testApp.services.config
    for (const [entry, status, body] of [
      [null, 404, '<title>not-found student</title>'],
      [zoom, 200, '<title>zoom-auth school</title>'],
    ] as const) {
      const config = { registry: { ...registry, external: () => entry } }
      const other = await openTestApp({ config, pages: [...pages] })
      const answer = await other.app.inject('/zoom-auth?platform=school&state=a')
      assert.deepEqual([answer.statusCode, answer.body], [status, body])
      await other.close()
    }
  })

  it("shows 'Invalid URL' where code or user would go to an unregistered origin", async () => {
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

  it('sends a strict content security policy with the hashes of the inline parts of the page', async () => {
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

  it("allows a configured captcha vendor's script and frames on pages with forms", async () => {
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

  it('lets only the origins of a platform frame its logout page', async () => {
    const { headers } = await get('/school/logout')
    assert.match(String(headers['content-security-policy']), /frame-ancestors https:\/\/school\.example;/)
    assert.equal(headers['x-frame-options'], undefined)
    assert.equal(headers['cross-origin-opener-policy'], 'unsafe-none')
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  })

  it('sends a page with one opener policy however the user came, so that a reload keeps its history entry', async () => {
    for (const site of ['none', 'cross-site', 'same-site', 'same-origin']) {
      const { headers } = await get('/?platform=student', { 'sec-fetch-site': site })
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin-allow-popups', site)
    }
  })

  it('sets no isolating opener policy on answers that a popup passes through', async () => {
    for (const url of ['/', '/svp', '/dashboard']) {
      assert.equal((await get(url)).headers['cross-origin-opener-policy'], 'unsafe-none', url)
    }
  })

  it('redirects a form posted without script back to its page, unread', async () => {
    const response = await testApp.app.inject({
      method: 'POST',
      url: '/?platform=student&email=a',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `current-password=${'x'.repeat(200_000)}`,
    })
    assert.deepEqual([response.statusCode, response.headers.location], [303, '/?platform=student&email=a'])
  })

  it('never redirects a posted form to another host', async () => {
    for (const url of [
      '//evil.example',
      '//evil.example/',
      '/\\evil.example/',
      '///evil.example//',
      '/school//evil.example/',
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        // Sent as raw bytes, because a client library would read `//host` as a host.
        const location = await rawLocation(method, url)
        assert.ok(location === null || /^\/(?!\/)/.test(location), `${method} ${url} → ${location}`)
      }
    }
  })

  it('sends HSTS only where the service is reached over https', async () => {
    assert.equal((await get('/?platform=student')).headers['strict-transport-security'], undefined)
    const secure = await openTestApp({ config: { baseUrl: 'https://accounts.example' } })
    const { headers } = await secure.app.inject('/?platform=student')
    assert.match(String(headers['strict-transport-security']), /max-age=63072000/)
    await secure.close()
  })
})

describe('development inbox', () => {
  it('serves the inbox as HTML to browsers and JSON to programs, and not in production', async () => {
    const page = await get('/dev/inbox')
    assert.match(page.body, /No messages yet/)
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
