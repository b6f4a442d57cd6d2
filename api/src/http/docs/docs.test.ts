/** Tests the pages /docs and /docs/guide over HTTP. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { type ApiDocument, endpointsOf } from './api-document.ts'
import { curlCommand } from './curl.ts'
import { allRefusals } from './refusals.ts'

let testApp: TestApp
let document: ApiDocument
before(async () => {
  testApp = await openTestApp()
  document = (await testApp.app.inject('/openapi.json')).json()
})
after(() => testApp.close())

const pages = ['/docs', '/docs/guide']
const get = (url: string, headers = {}) => testApp.app.inject({ url, headers })
const idsOf = (body: string) => [...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

describe('/docs', () => {
  it('serves /docs and the guide with a strict content security policy and the headers of every page', async () => {
    const page = await get('/?platform=student')
    for (const url of [...pages, '/docs/', '/docs/guide/']) {
      const answer = await get(url)
      assert.equal(answer.statusCode, 200)
      assert.match(answer.body, /<title>(Guide – )?Foyer API<\/title>/)
      const policy = String(answer.headers['content-security-policy'])
      assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.match(policy, /require-trusted-types-for 'script'/)
      assert.doesNotMatch(policy, /unsafe|https?:|\*/)
      for (const name of [
        'x-content-type-options',
        'referrer-policy',
        'permissions-policy',
        'x-frame-options',
      ])
        assert.equal(answer.headers[name], page.headers[name], name)
    }
  })

  it('loads nothing from another host, and every link of /docs and the guide has a target', async () => {
    for (const page of pages) {
      const { body } = await get(page)
      const ids = new Set(idsOf(body))
      for (const [, url] of body.matchAll(/<(?!a )[^>]* (?:href|src|action)="([^"]+)"/g))
        assert.match(String(url), /^data:image\/svg\+xml,/)
      const links = [...body.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, url = '']) => url)
      assert.ok(links.length > 10)
      for (const url of links) {
        // The address of the reader's own example.
        if (url.startsWith('http://localhost:')) continue
        if (url.startsWith('#')) assert.ok(ids.has(url.slice(1)), `${page}${url}`)
        else assert.equal((await get(url)).statusCode, 200, url)
      }
      assert.doesNotMatch(body, / style=| on\w+=/)
    }
  })

  it('shows every route, field and refusal of the OpenAPI document once', async () => {
    const { body } = await get('/docs')
    const ids = idsOf(body)
    assert.equal(new Set(ids).size, ids.length, 'an id twice')
    for (const { operationId, summary, requestBody } of endpointsOf(document)) {
      const section =
        body.split(`<section class="endpoint" id="${operationId}"`)[1]?.split('</section>')[0] ?? ''
      assert.ok(section.includes(summary.replaceAll("'", '&#39;')), operationId)
      const schema = requestBody?.content['application/json']?.schema
      for (const name of Object.keys(schema?.properties ?? {}))
        assert.ok(section.includes(`<code class="field-name">${name}</code>`), `${operationId} ${name}`)
    }
    for (const { code } of allRefusals(document)) assert.ok(body.includes(`<code>${code}</code>`), code)
    for (const name of Object.keys(document.components.schemas)) assert.ok(ids.includes(`shape-${name}`))
  })

  it('shows the fields of an answer that is a list, a named shape or null', async () => {
    const { body } = await get('/docs')
    for (const [id, name] of [
      ['listSessions', 'is_current'],
      ['getSettings', 'timezone'],
      ['getSignupTracking', 'source'],
    ]) {
      const section = body.split(`<section class="endpoint" id="${id}"`)[1]?.split('</section>')[0] ?? ''
      assert.ok(section.includes(`<code class="field-name">${name}</code>`), id)
    }
  })

  it('writes requests for curl that a shell can read', () => {
    const commands = endpointsOf(document).map((endpoint) => curlCommand(document, endpoint))
    const { status, stderr } = spawnSync('sh', ['-n'], { input: commands.join('\n') })
    assert.equal(status, 0, String(stderr))
    const exchange = commands.find((command) => command.includes('/api/auth/codes/exchange'))
    assert.match(exchange ?? '', /^curl http\S+ \\\n {2}-u "\$CLIENT_ID:\$CLIENT_SECRET" \\\n/)
  })

  it('sends /docs compressed, and 304 to a browser that has it', async () => {
    const plain = await get('/docs')
    const packed = await get('/docs', { 'accept-encoding': 'br' })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), plain.body)
    assert.ok(packed.rawPayload.length < 60_000, `${packed.rawPayload.length} bytes`)
    const again = await get('/docs', { 'if-none-match': String(plain.headers.etag) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
  })

  it('serves the guide with the sections of the README of the SDK', async () => {
    const { body } = await get('/docs/guide')
    for (const id of ['what-you-register-with-foyer', 'a-whole-platform', 'without-this-package', 'errors'])
      assert.match(body, new RegExp(`<h2 id="${id}">`))
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
