/**
 * Tests the headers of every kind of answer: the pages of every platform, redirects to them, files and JSON (N-55,
 * N-56, N-61, N-62, N-63, N-64, N-85, N-166).
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { addresses } from '@foyer/contract/addresses'
import type { PageType } from '@foyer/contract/page-row'
import { pageFacts, pageNames, pages } from '@foyer/contract/pages'
import { type Platform, platforms } from '@foyer/contract/platforms'
import { openTestApp, originOf, sisterOrigin, type TestApp, testConfig } from '../../testing/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-headers-'))
let testApp: TestApp
before(async () => {
  mkdirSync(join(folder, 'client/assets'), { recursive: true })
  writeFileSync(join(folder, 'client/assets/a-1234.js'), '1')
  const zoom = { name: 'Zoom', url: 'https://meet.example/in', platforms: [...platforms] }
  testApp = await openTestApp({
    config: {
      baseUrl: 'https://accounts.example',
      mediaOrigin: 'https://media.example',
      webFolder: folder,
      registry: { ...testConfig().registry, external: () => zoom },
    },
    pages: pageNames(),
  })
})
after(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true })
})

type Expected = Record<string, string | undefined>

const everywhere: Expected = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), otp-credentials=(self)',
  'origin-agent-cluster': '?1',
  'x-powered-by': undefined,
  server: undefined,
  'access-control-allow-origin': undefined,
  'set-cookie': undefined,
}

const closed: Expected = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

const json: Expected = { ...closed, 'cache-control': 'no-store' }

function policy(framers: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'sha256-script'",
    "style-src 'self' 'sha256-style'",
    "img-src 'self' data: https://media.example",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framers}`,
    "require-trusted-types-for 'script'",
    'trusted-types app',
  ].join('; ')
}

/** Headers of pages that no site may frame. */
const unframed: Expected = {
  'content-security-policy': policy("'none'"),
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
  'x-robots-tag': undefined,
}

/** Headers of pages that only the platform's own origins may frame. */
function framed(platform: Platform): Expected {
  return {
    'content-security-policy': policy(originOf(platform)),
    'x-frame-options': undefined,
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-opener-policy': 'unsafe-none',
    'cache-control': 'no-cache',
  }
}

const byType: Record<PageType, (platform: Platform) => Expected> = {
  plain: () => ({ ...unframed, 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  popup: () => ({ ...unframed, 'cross-origin-opener-policy': 'unsafe-none' }),
  link: () => ({
    ...unframed,
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  }),
  logout: framed,
  'iframe-sso': framed,
  'auto-login': (platform) => ({ ...framed(platform), 'content-security-policy': policy(sisterOrigin) }),
  frame: framed,
}

const redirect: Expected = {
  ...closed,
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'unsafe-none',
}

async function check(url: string, status: number, expected: Expected): Promise<void> {
  const response = await testApp.app.inject(url)
  assert.equal(response.statusCode, status, url)
  for (const [name, value] of Object.entries({ ...everywhere, ...expected }))
    assert.equal(response.headers[name], value, `${url} ${name}`)
}

/** Fills every parameter of a path pattern. */
const filled = (path: string) => path.replace(/:\w+|\*/g, 'x1')

describe('security headers', () => {
  it('sends the headers of its type with every page and redirect, for every platform', async () => {
    let shown = 0
    for (const row of addresses) {
      for (const platform of platforms) {
        const origin = /^\/(popup|iframe)-sso$/.test(row.path) ? `&origin=${originOf(platform)}` : ''
        const url = `${filled(row.path)}?platform=${platform}${origin}`
        const { statusCode } = await testApp.app.inject(url)
        if (statusCode === 303) await check(url, 303, redirect)
        else if (statusCode === 404) {
          // A partner's pages exist on one platform only.
          assert.ok('page' in row && pages[row.page].kind === 'partner' && platform !== 'student', url)
          await check(url, 404, byType.plain(platform))
        } else {
          assert.ok('page' in row, `${url} is a page`)
          await check(url, 200, byType[pageFacts(row.page).type](platform))
          shown += 1
        }
      }
    }
    const always = addresses.filter(
      (row) => 'page' in row && !['plain', 'popup'].includes(pageFacts(row.page).type),
    )
    assert.ok(shown >= always.length * platforms.length, 'most of them are shown')
  })

  it('sends redirect headers without a platform, to the learning site, and after a posted form', async () => {
    for (const url of ['/', '/svp', '/dashboard', '/school/', '/profile/a/b']) await check(url, 303, redirect)
    const posted = await testApp.app.inject({ method: 'POST', url: '/?platform=student' })
    assert.equal(posted.statusCode, 303)
    for (const [name, value] of Object.entries({ ...everywhere, ...closed }))
      assert.equal(posted.headers[name], value, name)
  })

  it("sends the headers of a plain page with 'Page not found' and 'Invalid URL'", async () => {
    await check('/nothing', 404, byType.plain('student'))
    await check('/iframe-sso?platform=student', 400, byType.plain('student'))
    await check(`/iframe-sso?platform=school&origin=${originOf('student')}`, 400, byType.plain('school'))
    for (const path of ['/', '/logout', '/iframe-sso', '/reset-password/a/b/c'])
      await check(`${path}?platform=student&origin=https://evil.example`, 400, byType.plain('student'))
  })

  it('allows exactly the registered origin of the query to frame a sign-in, and none without one', async () => {
    for (const platform of platforms) {
      const { searchParams, pathname } = new URL(
        String((await testApp.app.inject(`/?platform=${platform}&iframe=true`)).headers.location ?? '/'),
        'https://accounts.example',
      )
      searchParams.set('platform', platform)
      searchParams.set('iframe', 'true')
      const framedBy = (origin: string) => `${pathname}?${searchParams}${origin}`
      await check(framedBy(`&origin=${originOf(platform)}`), 200, framed(platform))
      // The policy names the registered origin, never the text of the query.
      await check(framedBy(`&origin=${originOf(platform).toUpperCase()}/`), 200, framed(platform))
      for (const origin of ['', '&origin=', '&origin=null', '&origin=https://evil.example', '&origin=*'])
        await check(framedBy(origin), 400, byType.plain(platform))
    }
  })

  it('leaves a popup its opener with every refusal', async () => {
    for (const query of [
      '',
      '&origin=https://evil.example',
      `&origin=${originOf('student')}&redirect-url=https://evil.example`,
    ])
      await check(`/popup-sso?platform=student${query}`, 400, byType.popup('student'))
  })

  it('lets sister sites frame the auto-login page alone, and no site that gets codes', async () => {
    const page = (path: string, origin: string) => `${path}?platform=student&origin=${origin}`
    await check(page('/iframe/auto-login', sisterOrigin), 200, byType['auto-login']('student'))
    await check(page('/iframe/auto-login', originOf('student')), 400, byType.plain('student'))
    await check(page('/iframe-sso', sisterOrigin), 400, byType.plain('student'))
  })

  it('sends API headers with JSON, health, the API description, the public keys and 404 answers', async () => {
    await check('/health/live', 200, json)
    await check('/health/ready', 200, json)
    await check('/openapi.json', 200, { ...closed, 'cache-control': 'public, max-age=300' })
    await check('/.well-known/jwks.json', 200, { ...closed, 'cache-control': 'public, max-age=3600' })
    await check('/api/nothing', 404, json)
    await check('/assets/nothing.js', 404, json)
    await check('/dev/nothing', 404, json)
    const refused = await testApp.app.inject({ method: 'POST', url: '/api/auth/codes', payload: {} })
    assert.equal(refused.headers['content-type'], 'application/json; charset=utf-8')
    for (const [name, value] of Object.entries({ ...everywhere, ...json }))
      assert.equal(refused.headers[name], value, name)
  })

  it('lets pages connect to the URL of the token sync only where the installation has one', async () => {
    const tokenSync = { url: 'https://sync.example:8443/token', maxAgeSeconds: 300 }
    const other = await openTestApp({ config: { tokenSync } })
    const policyOf = async ({ app }: TestApp) =>
      String((await app.inject('/?platform=student')).headers['content-security-policy'])
    assert.match(await policyOf(other), /; connect-src 'self' https:\/\/sync\.example:8443;/)
    assert.match(await policyOf(testApp), /; connect-src 'self';/)
    await other.close()
  })

  it('lets no page connect to the URL of the token sync that sends it no token', async () => {
    const tokenSync = { url: 'https://sync.example/token', maxAgeSeconds: 300 }
    const other = await openTestApp({ config: { tokenSync }, pages: pageNames() })
    const policyOf = async (path: string) =>
      String((await other.app.inject(`${path}?platform=student`)).headers['content-security-policy'])
    for (const path of ['/logout', '/account', '/forgot-password'])
      assert.match(await policyOf(path), /; connect-src 'self' https:\/\/sync\.example;/, path)
    for (const path of ['/reset-password/a/b/c', '/revert-email/a', '/iframe/auto-login', '/social-return'])
      assert.match(await policyOf(path), /; connect-src 'self';/, path)
    await other.close()
  })

  it('lets browsers cache hashed files for a year', async () => {
    await check('/assets/a-1234.js', 200, {
      ...closed,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
    })
  })

  it('sends the same headers with 304 for a page that the browser has cached', async () => {
    const first = await testApp.app.inject('/?platform=student')
    const again = await testApp.app.inject({
      url: '/?platform=student',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    assert.equal(again.statusCode, 304)
    for (const [name, value] of Object.entries({ ...everywhere, ...byType.plain('student') }))
      assert.equal(again.headers[name], value, name)
  })
})
