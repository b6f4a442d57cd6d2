/**
 * Tests the promises of every route: strict input, agreement with the contract, one shape of failure, headers (N-02,
 * N-14, N-35).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { errorCodes } from '@foyer/contract/errors'
import { allOAuthRoutes } from '@foyer/contract/oauth-routes/openid-endpoints'
import { allPageRoutes } from '@foyer/contract/page-routes/all-page-routes'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import type { Route } from '@foyer/contract/routes/route'
import { findUser } from '@foyer/contract/routes/sign-in'
import { snakeCase } from '@foyer/contract/wire'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { InjectOptions } from 'fastify'
import * as v from 'valibot'
import { skipTime } from '../../testing/skip-time.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { validBody } from './test-valid-bodies.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const withBody = allRoutes.filter((route) => route.body)

function send(route: Route, payload: unknown, more: InjectOptions = {}) {
  const { headers, ...rest } = more
  return testApp.app.inject({
    method: route.method,
    url: route.path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
    ...rest,
  })
}

describe('contract and service', () => {
  it('serves every route of the contract and no other', () => {
    const printed = testApp.app.printRoutes({ commonPrefix: false, includeMeta: false })
    // The redirect for password managers leads to a page, so it is not part of the API.
    const led = /^\S+ \/(dev|docs|\.well-known\/change-password)(\/|$)/
    const served = routesIn(printed).filter((route) => !/\*$/.test(route) && !led.test(route))
    const preflights = new Set(allOAuthRoutes.map(({ path }) => `OPTIONS ${path}`))
    const declared = [...allRoutes, ...allPageRoutes, ...allOAuthRoutes].flatMap(({ method, path }) =>
      method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
    )
    assert.deepEqual(served.sort(), [...declared, ...preflights].sort())
  })

  it('describes every route in openapi.json, in wire spelling', async () => {
    const document = (await testApp.app.inject('/openapi.json')).json()
    assert.equal(document.openapi, '3.1.0')
    for (const { method, path } of [...allRoutes, ...allPageRoutes, ...allOAuthRoutes]) {
      const described = document.paths[snakeCase(path.replace(/:(\w+)/g, '{$1}'))]
      assert.ok(described?.[method.toLowerCase()], path)
    }
    const { properties } =
      document.paths['/api/auth/users/fetch'].post.requestBody.content['application/json'].schema
    assert.deepEqual(Object.keys(properties), ['user_id', 'product', 'platform', 'country_code', 'captcha'])
  })
})

describe('routes with a body', () => {
  it('refuses every field whose type openapi.json does not allow, and converts none', async () => {
    const document = (await testApp.app.inject('/openapi.json')).json()
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'api')
    for (const route of withBody) {
      const good = validBody(route)
      const path = snakeCase(route.path.replace(/:(\w+)/g, '{$1}')).replaceAll('/', '~1')
      const isAllowed = ajv.compile({
        $ref: `api#/paths/${path}/${route.method.toLowerCase()}/requestBody/content/application~1json/schema`,
      })
      assert.ok(isAllowed(good), route.path)
      for (const name of Object.keys(good)) {
        for (const wrong of [1, true, null, ['a'], { a: 1 }]) {
          if (isAllowed({ ...good, [name]: wrong })) continue
          const response = await send(route, { ...good, [name]: wrong })
          assert.equal(response.statusCode, 400, `${route.path} ${name} ${JSON.stringify(wrong)}`)
          const faulty = Object.keys(response.json().errors.field_errors)
          assert.ok(
            faulty.some((field) => field.split('.')[0] === name),
            `${route.path} ${name}`,
          )
        }
      }
    }
  })

  it('refuses unknown fields, camelCase ones and those that would grant privileges', async () => {
    for (const route of withBody) {
      for (const extra of ['role', 'is_admin', 'email_verified', 'userId', 'constructor']) {
        const response = await send(route, { ...validBody(route), [extra]: 'x' })
        assert.equal(response.statusCode, 400, `${route.path} ${extra}`)
        assert.equal(response.json().errors.code, 'invalid-request')
      }
      const query = await send(route, validBody(route), { query: { unknown: '1' } })
      assert.equal(query.statusCode, 400, `${route.path} ?unknown`)
    }
  })

  it('names a missing field in the error', async () => {
    for (const route of withBody) {
      // Skips routes that accept an empty body, such as a request for another code.
      if (route.body && v.is(route.body, {})) continue
      const response = await send(route, {})
      assert.equal(response.statusCode, 400)
      const { field_errors: fields } = response.json().errors
      assert.ok(
        Object.values(fields)
          .flat()
          .some((sentence) => /Required|either/.test(String(sentence))),
        route.path,
      )
    }
  })

  it('refuses a body that is not a JSON object with 400, 413 or 415', async () => {
    const bodies: [string, unknown, InjectOptions?][] = [
      ['empty', ''],
      ['array', []],
      ['string', '"text"'],
      ['null', 'null'],
      ['broken', '{"a":'],
      ['prototype', '{"__proto__":{"a":1}}'],
      ['constructor', '{"constructor":{"prototype":{"a":1}}}'],
      ['byte order mark', '\u{feff}{}'],
      ['UTF-16', Buffer.from('{}', 'utf16le')],
      ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      ['deep', '['.repeat(30_000) + ']'.repeat(30_000)],
      ['too large', { a: 'x'.repeat(65_536) }],
      ['form', 'a=1', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
      ['text', '{}', { headers: { 'content-type': 'text/plain' } }],
      ['tabbed type', '{}', { headers: { 'content-type': 'text/plain\t; application/json' } }],
    ]
    for (const route of withBody) {
      for (const [name, payload, more] of bodies) {
        const { statusCode } = await send(route, payload, more)
        assert.ok([400, 413, 415].includes(statusCode), `${route.path} ${name}: ${statusCode}`)
      }
    }
  })

  it('refuses NUL and lone surrogates in text fields', async () => {
    for (const route of withBody) {
      const good = validBody(route)
      for (const [name, value] of Object.entries(good)) {
        for (const bad of ['\\u0000', '\\ud800']) {
          const payload = JSON.stringify({ ...good, [name]: '@@' }).replace('@@', `${value}${bad}`)
          const response = await send(route, payload)
          assert.equal(response.statusCode, 400, `${route.path} ${name} ${bad}`)
        }
      }
    }
  })

  it('refuses writes that a browser sends from another site', async () => {
    for (const route of withBody) {
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'http://localhost:4000.evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ]
      for (const headers of foreign) {
        const response = await send(route, validBody(route), { headers })
        assert.equal(response.statusCode, 403, `${route.path} ${JSON.stringify(headers)}`)
        assert.equal(response.headers['access-control-allow-origin'], undefined)
      }
      const hidden = await testApp.app.inject({
        method: route.method,
        url: route.path.replace('/api', '/%61pi'),
        headers: { origin: 'https://evil.example' },
        payload: validBody(route),
      })
      assert.equal(hidden.statusCode, 403, `${route.path} with its path encoded`)
      const own = await send(route, validBody(route), { headers: { origin: 'http://localhost:4000' } })
      assert.doesNotMatch(own.body, /origin-not-allowed/)
    }
  })
})

describe('malformed URLs', () => {
  it('counts requests for malformed URLs under one route', async () => {
    const behind = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
    for (const address of ['1:2:3:4:5:6:7:8::9', '203.0.113.9:5001', 'unknown', '']) {
      const response = await behind.app.inject({
        method: 'POST',
        url: '/api/auth/users/fetch',
        headers: { 'x-forwarded-for': address },
        payload: validBody(findUser),
      })
      assert.equal(response.statusCode, 400, address)
    }
    await behind.close()
  })
})

describe('failures', () => {
  it('answers a failure with a code of the contract and its sentence, without internal details', async () => {
    const response = await send(withBody[0] as Route, { user_id: 7 })
    const { errors, ...rest } = response.json()
    assert.deepEqual(rest, {})
    assert.ok(errorCodes.includes(errors.code))
    assert.equal(typeof errors.message, 'string')
    assert.doesNotMatch(response.body, /valibot|stack|select|insert| at /i)
  })

  it('answers 404 with an empty body on an unknown path', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/auth/nothing'],
      ['DELETE', '/api/auth/codes'],
      ['PUT', '/'],
    ] as const) {
      const response = await testApp.app.inject({ method, url })
      assert.deepEqual([response.statusCode, response.body], [404, ''], `${method} ${url}`)
    }
  })

  it('answers 429 with Retry-After and the remaining time when a limit is reached', async () => {
    const strict = await openTestApp()
    const look = () =>
      strict.app.inject({
        method: 'POST',
        url: '/api/auth/users/fetch',
        headers: { 'x-device-id': 'device-1234' },
        payload: validBody(findUser),
      })
    for (let count = 0; count < 15; count += 1) assert.equal((await look()).statusCode, 400)
    const refused = await look()
    assert.equal(refused.statusCode, 429)
    assert.ok(Number(refused.headers['retry-after']) > 500)
    assert.match(refused.json().errors.message, /^Too many attempts\. Please try again in 10 minutes\.$/)
    await strict.close()
  })
})

describe('headers of API answers', () => {
  it('sends the API headers with every API answer', async () => {
    const response = await send(withBody[0] as Route, {})
    const { headers } = response
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
    assert.equal(headers['x-powered-by'], undefined)
  })

  it('lets clients cache the public keys for an hour', async () => {
    const response = await testApp.app.inject('/.well-known/jwks.json')
    assert.equal(response.headers['cache-control'], 'public, max-age=3600')
  })
})

describe('health', () => {
  it('reports live and ready, and not ready once the database is unreachable', async () => {
    const own = await openTestApp()
    assert.equal((await own.app.inject('/health/live')).statusCode, 200)
    assert.deepEqual((await own.app.inject('/health/ready')).json(), { status: 'ok' })
    await own.services.db.destroy()
    skipTime(1_000)
    const response = await own.app.inject('/health/ready')
    assert.equal(response.statusCode, 503)
    assert.ok(response.headers['retry-after'])
    assert.equal((await own.app.inject('/health/live')).statusCode, 200)
    await own.app.close()
  })
})

/** Extracts lines such as `GET /a` from Fastify's printed tree; a nested line lacks the path of its parent. */
function routesIn(printed: string): string[] {
  const starts: string[] = []
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+)(?: \(([^)]+)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    starts[depth] = part
    const path = starts.slice(0, depth + 1).join('')
    return methods
      .split(', ')
      .filter(Boolean)
      .map((method) => `${method} ${path}`)
  })
}
