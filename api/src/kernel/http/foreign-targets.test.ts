/** Tests pages with an unregistered redirect target, and forms from other sites (N-50, N-14). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { foreignUrls } from '../../testing/foreign-urls.ts'
import { openTestApp, originOf, type TestApp } from '../../testing/test-app.ts'
import { siteOf } from './pages/open-pages.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const page = (query: Record<string, string>, path = '/') =>
  testApp.app.inject({ url: path, query: { platform: 'student', ...query } })

describe('redirect targets of pages', () => {
  it("answers 'Invalid URL' to every redirect-url on no registered origin, and never repeats it", async () => {
    assert.ok(foreignUrls.length >= 30)
    for (const url of foreignUrls.filter((given) => given.length < 2_000)) {
      for (const path of ['/', '/logout', '/account']) {
        const response = await page({ 'redirect-url': url }, path)
        assert.equal(response.statusCode, 400, `${path} ${url}`)
        assert.equal(response.body, '<title>invalid-url student</title>')
        assert.equal(response.headers.location, undefined)
      }
    }
  })

  it("answers 'Invalid URL' to an origin parameter that has a path, or is not registered", async () => {
    for (const origin of [...foreignUrls, `${originOf('student')}/path`, 'null', '*'].filter(
      (given) => given.length < 2_000,
    ))
      assert.equal((await page({ origin })).statusCode, 400, origin)
  })

  it('logs a refused redirect target by its origin, never by its path or query', async () => {
    const explaining = await openTestApp({ config: { logLevel: 'warn' } })
    const lines = explaining.captureLog()
    const query = { platform: 'student', 'redirect-url': 'http://localhost:5010/canary?token=canary' }
    await explaining.app.inject({ url: '/', query })
    await explaining.close()
    const file = explaining.services.config.platformsFile
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).msg),
      [`redirect-url refused: origin http://localhost:5010 is not registered for student in ${file}`],
    )
    assert.doesNotMatch(lines.join(), /canary/)
  })

  it('renders pages without the name of the platforms file in production', () => {
    const { config } = testApp.services
    assert.equal(siteOf(config, 'student').platformsFile, config.platformsFile)
    assert.equal('platformsFile' in siteOf({ ...config, isProduction: true }, 'student'), false)
  })

  it('shows the page for every redirect-url on a registered origin', async () => {
    for (const end of ['', '/', '/deep/er', '/a?b=1&c=%2F', '/a#b', ':443/a']) {
      const response = await page({ 'redirect-url': originOf('student') + end })
      assert.equal(response.statusCode, 200, end)
    }
    assert.equal((await page({ 'redirect-url': 'HTTPS://STUDENT.example/a' })).statusCode, 200)
  })
})

describe('forms of another site', () => {
  it('refuses a form of another site on every route that writes, in each encoding of forms', async () => {
    const encodings = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']
    for (const { method, path, upload } of allRoutes.filter((route) => route.method !== 'GET')) {
      for (const encoding of encodings) {
        // Upload routes accept multipart forms, so only the Origin, Sec-Fetch-Site or missing token can refuse them.
        const isUpload = upload !== undefined && encoding.startsWith('multipart')
        for (const headers of [
          { origin: 'https://evil.example' },
          { 'sec-fetch-site': 'cross-site' },
          {},
        ] as const) {
          const response = await testApp.app.inject({
            method,
            url: path,
            headers: { 'content-type': encoding, ...headers },
            payload: '{"email":"a@example.com","password":"correct horse","product":"learning","x":"="}',
          })
          const refused =
            isUpload && !('origin' in headers) && !('sec-fetch-site' in headers) ? [400, 401] : [403, 415]
          assert.ok(refused.includes(response.statusCode), `${path} ${encoding}: ${response.statusCode}`)
          assert.equal(response.headers['set-cookie'], undefined)
        }
      }
    }
  })
})
