/** Tests the pages /docs and /docs/guide over HTTP. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { openTestApp, type TestApp } from '../../../api/src/testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const pages = ['/docs', '/docs/guide']
const get = (url: string, headers = {}) => testApp.app.inject({ url, headers })
const idsOf = (body: string) => [...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

describe('/docs', () => {
  it('serves /docs and the guide with a policy that lets no foreign or inline script run, and the headers of every page', async () => {
    const page = await get('/?platform=student')
    for (const url of [...pages, '/docs/', '/docs/guide/']) {
      const answer = await get(url)
      assert.equal(answer.statusCode, 200)
      assert.match(answer.body, /<title>(Guide – )?Foyer API<\/title>/)
      const policy = String(answer.headers['content-security-policy'])
      assert.match(policy, /^default-src 'none'; script-src 'self'( 'sha256-[^']+')?; /)
      assert.match(policy, /connect-src 'self'; /)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe-eval|https?:|\*/)
      // Only /docs loads Scalar, which writes style elements and HTML.
      assert.equal(/style-src 'self' 'unsafe-inline'/.test(policy), !url.startsWith('/docs/guide'))
      assert.equal(/require-trusted-types-for 'script'/.test(policy), url.startsWith('/docs/guide'))
      for (const name of [
        'x-content-type-options',
        'referrer-policy',
        'permissions-policy',
        'x-frame-options',
      ])
        assert.equal(answer.headers[name], page.headers[name], name)
    }
  })

  it('loads only its own script, and every link of the guide has a target', async () => {
    for (const page of pages) {
      const { body } = await get(page)
      const ids = new Set(idsOf(body))
      const loaded = [...body.matchAll(/<(?!a )[^>]* (?:href|src|action)="([^"]+)"/g)].map(([, url]) => url)
      const scripts = loaded.filter((url) => !url?.startsWith('data:image/svg+xml,'))
      assert.deepEqual(scripts, page === '/docs' ? ['/docs/scalar.js'] : [])
      for (const [, url = ''] of body.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        // The URL of the example platform on the reader's machine.
        if (url.startsWith('http://localhost:')) continue
        if (url.startsWith('#')) assert.ok(ids.has(url.slice(1)), `${page}${url}`)
        else assert.equal((await get(url)).statusCode, 200, url)
      }
      assert.doesNotMatch(body, / style=| on\w+=/)
    }
  })

  it('leads readers without JavaScript from /docs to the guide and to /openapi.json', async () => {
    const [, notice = ''] = /<noscript>(.*?)<\/noscript>/.exec((await get('/docs')).body) ?? []
    assert.match(notice, /This page needs JavaScript\./)
    for (const url of ['/docs/guide', '/openapi.json']) {
      assert.ok(notice.includes(`<a href="${url}">`), url)
      assert.doesNotMatch((await get(url)).body, /<script/)
    }
  })

  it('sends the script of /docs compressed, and 304 to a browser that has it', async () => {
    const plain = await get('/docs/scalar.js')
    const packed = await get('/docs/scalar.js', { 'accept-encoding': 'br' })
    assert.match(String(plain.headers['content-type']), /^application\/javascript/)
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), plain.body)
    assert.ok(packed.rawPayload.length < 1_300_000, `${packed.rawPayload.length} bytes`)
    const again = await get('/docs/scalar.js', { 'if-none-match': String(plain.headers.etag) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
  })

  it('serves the guide with the sections of the README of the SDK', async () => {
    const { body } = await get('/docs/guide')
    for (const id of ['what-you-register-with-foyer', 'a-whole-platform', 'without-this-package', 'errors'])
      assert.match(body, new RegExp(`<h2 id="${id}">`))
    const columns = [...body.matchAll(/<th>(.*?)<\/th>/g)].map(([, name]) => name)
    assert.ok(
      columns.includes('Meaning') && columns.every((name) => name !== ''),
      'every column has a heading',
    )
    assert.match(body, /app\.get\(&#39;\/courses&#39;, async \(request, response\) =&gt; \{/)
  })

  it('leads the former address of the document to /openapi.json', async () => {
    const { statusCode, headers } = await get('/docs/json')
    assert.deepEqual([statusCode, headers.location], [308, '/openapi.json'])
  })

  it('answers 404 to unknown paths below /docs', async () => {
    for (const url of [
      '/docs/nothing',
      '/docs/static/nothing.js',
      '/docs/static/%2e%2e/package.json',
      '/docs/a/b',
    ]) {
      const { statusCode, body } = await get(url)
      assert.deepEqual([statusCode, body], [404, ''], url)
    }
  })
})
