/**
 * Tests answers that are the same for every client: made once, compressed, rate-limited, and 304 without a database
 * query.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { leastStatements } from '../../../testing/least-statements.ts'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { storedPerMinute } from '../limit-stored.ts'

const webFolder = mkdtempSync(join(tmpdir(), 'foyer-web-'))
const script = `${'let a = 1;'.repeat(1_000)}`

let testApp: TestApp
before(async () => {
  mkdirSync(join(webFolder, 'client/assets'), { recursive: true })
  writeFileSync(join(webFolder, 'client/assets/a-1.js'), script)
  writeFileSync(join(webFolder, 'client/assets/a-1.js.br'), brotliCompressSync(script))
  writeFileSync(join(webFolder, 'client/assets/font-1.woff2'), 'font')
  testApp = await openTestApp({ config: { webFolder, trustedProxies: ['127.0.0.1'] } })
})
after(async () => {
  await testApp.close()
  rmSync(webFolder, { recursive: true, force: true })
})

const paths = [
  '/openapi.json',
  '/docs',
  '/docs/guide',
  '/docs/scalar.js',
  '/assets/a-1.js',
  '/?platform=student',
  '/.well-known/jwks.json',
  '/api/documents/feature-toggles',
  '/api/help/categories',
  '/api/reference/countries',
  '/api/reference/curricula',
]

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  testApp.app.inject({ method, url, headers })

describe('answers that everybody gets', () => {
  for (const path of paths) {
    it(`sends ${path} compressed where the client accepts it, and the same content otherwise`, async () => {
      const plain = await get(path)
      assert.equal(plain.statusCode, 200)
      assert.equal(plain.headers['content-encoding'], undefined)
      for (const encoding of ['br', 'gzip, br;q=0.5']) {
        const packed = await get(path, { 'accept-encoding': encoding })
        assert.equal(packed.headers['content-encoding'], 'br', encoding)
        assert.equal(packed.headers.vary, 'Accept-Encoding')
        assert.notEqual(packed.headers.etag, plain.headers.etag)
        assert.deepEqual(brotliDecompressSync(packed.rawPayload), plain.rawPayload)
      }
      for (const encoding of ['gzip', 'br;q=0', 'identity'])
        assert.equal(
          (await get(path, { 'accept-encoding': encoding })).headers['content-encoding'],
          undefined,
        )
    })

    it(`answers 304 to a client that has ${path}, without a statement`, async () => {
      for (const encoding of ['br', 'identity']) {
        const { headers } = await get(path, { 'accept-encoding': encoding })
        const conditional = { 'if-none-match': String(headers.etag), 'accept-encoding': encoding }
        const statements = await leastStatements(testApp, async () => {
          const known = await get(path, conditional)
          assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', headers.etag])
          assert.equal(known.headers['cache-control'], headers['cache-control'])
        })
        assert.equal(statements, 0)
      }
      assert.equal((await get(path, { 'if-none-match': '"another"' })).statusCode, 200)
    })

    it(`answers HEAD of ${path} without content`, async () => {
      const { headers } = await get(path)
      const head = await get(path, {}, 'HEAD')
      assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', headers.etag])
    })
  }

  it('asks the database once for a list that many ask for at once', async () => {
    const statements = await testApp.countStatements(async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => get('/api/reference/subjects', { 'accept-encoding': 'br' })),
      )
      assert.ok(answers.every(({ statusCode }) => statusCode === 200))
    })
    assert.ok(statements < 50, `${statements} statements`)
  })

  it('keeps no failure: an unknown country is not found each time, and without a cache', async () => {
    for (let count = 0; count < 2; count += 1) {
      const path = '/api/reference/countries/00000000-0000-4000-8000-000000000000/states'
      const { statusCode, headers } = await get(path)
      assert.deepEqual([statusCode, headers['cache-control'], headers.etag], [404, 'no-store', undefined])
    }
  })

  it('serves only the files of the build, and none of them under another name', async () => {
    assert.equal((await get('/assets/font-1.woff2', { 'accept-encoding': 'br' })).body, 'font')
    assert.equal((await get('/assets/font-1.woff2')).headers['content-type'], 'font/woff2')
    for (const name of ['', 'a-1.js.br', '../app.json', '%2e%2e/app.json', 'constructor', '__proto__'])
      assert.equal((await get(`/assets/${name}`)).statusCode, 404, name)
  })

  it('refuses a network above its number of requests a minute, and no other', {
    timeout: 120_000,
  }, async () => {
    const limited = await openTestApp({
      config: { webFolder, trustedProxies: ['127.0.0.1'], limitsFactor: 5 / storedPerMinute },
    })
    const from = (address: string, url: string) =>
      limited.app.inject({ url, headers: { 'x-forwarded-for': address } })
    for (const url of paths.slice(0, 5)) assert.equal((await from('203.0.113.1', url)).statusCode, 200, url)
    for (const url of paths.slice(0, 8)) {
      const refused = await from('203.0.113.1', url)
      assert.deepEqual([refused.statusCode, refused.json().errors.code], [429, 'too-many-attempts'], url)
      assert.ok(Number(refused.headers['retry-after']) <= 60)
    }
    assert.equal((await from('203.0.113.2', '/openapi.json')).statusCode, 200)
    assert.equal((await from('203.0.113.1', '/health/live')).statusCode, 200)
    await limited.close()
  })
})
