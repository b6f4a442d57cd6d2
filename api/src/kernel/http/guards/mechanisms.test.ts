/** Tests each mechanism that the contract can declare for a route, on routes made for this test (N-148). */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { fields, text } from '@foyer/contract/fields'
import { allPages, pageQuery } from '@foyer/contract/lists/paging'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { defineRoute } from '@foyer/contract/routes/route'
import * as v from 'valibot'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { privateFile } from '../answers/file-answer.ts'
import { openTestServe } from '../test-serve.ts'

const thing = fields({ name: text(20), manyWords: v.optional(text(20)) })

const routes = {
  listThings: defineRoute({
    method: 'GET',
    path: '/api/test/things',
    summary: 'List',
    access: 'bearer',
    query: pageQuery(1, { word: v.optional(text(20)) }),
    list: thing,
    version: 'read',
    errors: [],
  }),
  readThing: defineRoute({
    method: 'GET',
    path: '/api/test/thing',
    summary: 'Read',
    access: 'none',
    result: thing,
    version: 'read',
    errors: [],
  }),
  changeThing: defineRoute({
    method: 'PUT',
    path: '/api/test/thing',
    summary: 'Change',
    access: 'none',
    body: thing,
    result: thing,
    version: 'change',
    errors: [],
  }),
  forStaff: defineRoute({
    method: 'GET',
    path: '/api/test/staff',
    summary: 'Read',
    access: 'bearer',
    platforms: ['svp', 'iqa'],
    errors: ['no-access'],
  }),
  download: defineRoute({
    method: 'GET',
    path: '/api/test/file',
    summary: 'Download',
    access: 'none',
    file: ['application/pdf'],
    errors: [],
  }),
}

let testApp: TestApp
let current: v.InferOutput<typeof thing> = { name: 'first', manyWords: 'a b' }

before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  const serve = openTestServe(testApp)
  serve(routes.listThings, async ({ query: { page, pageSize, word = 'a' } }) => ({
    items: [{ name: word, manyWords: 'x' }],
    page,
    pageSize: page === allPages ? 1 : pageSize,
    total: 1,
  }))
  serve(routes.readThing, async () => current)
  serve(routes.changeThing, async ({ body, requireMatch }) => {
    // The field order differs from the GET answer on purpose.
    requireMatch({ manyWords: current.manyWords, name: current.name })
    current = body
    return current
  })
  serve(routes.forStaff, async () => undefined)
  serve(routes.download, async () => {
    const body = Readable.from([Buffer.from('%PDF')])
    return privateFile({ type: 'application/pdf', length: 4, body }, 'Résumé of "Asha"\r\nதமிழ்.pdf')
  })
})
after(() => testApp.close())

async function signIn() {
  const own = await testApp.signIn()
  const { code } = (await testApp.mint(own.accessToken)).data
  const body = { code, platform: 'student' as const }
  const { session } = (await testApp.call(exchangeCode, { body }, { client: 'student-client' })).data
  return { own: own.accessToken, platform: session.accessToken }
}

describe('access', () => {
  it('takes the token of any session of the user, and no request without one', async () => {
    const { own, platform } = await signIn()
    for (const token of [own, platform])
      assert.equal((await testApp.call(routes.listThings, {}, { token })).status, 200)
    assert.equal((await testApp.call(routes.listThings, {})).code, 'session-ended')
    assert.equal((await testApp.call(routes.listThings, {}, { token: 'a.b.c' })).code, 'session-ended')
  })

  it('answers no-access to the session of a platform that the route is not for', async () => {
    const { own, platform } = await signIn()
    for (const token of [own, platform])
      assert.equal((await testApp.call(routes.forStaff, {}, { token })).code, 'no-access')
    const { accessToken: token } = await testApp.signIn('svp')
    assert.equal((await testApp.call(routes.forStaff, {}, { token })).status, 204)
  })
})

describe('lists', () => {
  it('answers entries in data, and page, page size and total in meta', async () => {
    const { own: token } = await signIn()
    const first = await testApp.call(routes.listThings, {}, { token })
    assert.deepEqual(JSON.parse(first.text), {
      data: [{ name: 'a', many_words: 'x' }],
      meta: { page: 1, page_size: 20, total: 1 },
    })
    const all = await testApp.call(routes.listThings, { query: { page: '-1' } }, { token })
    assert.deepEqual([all.data.page, all.data.pageSize], [allPages, 1])
  })

  it('refuses every other spelling of a page and its size', async () => {
    const { own: token } = await signIn()
    const send = (query: string) =>
      testApp.app.inject({
        url: `/api/test/things?${query}`,
        headers: { authorization: `Bearer ${token}` },
      })
    for (const wrong of ['0', '-2', '1.0', '01', '+1', '1e1', ' 1', '', 'x', '10000000', '1&page=2']) {
      const answer = await send(`page=${wrong}`)
      assert.deepEqual(
        [answer.statusCode, Object.keys(answer.json().errors.field_errors)],
        [400, ['page']],
        wrong,
      )
    }
    for (const wrong of ['0', '-1', '101', '1.5', '', '1&page_size=2']) {
      const answer = await send(`page_size=${wrong}`)
      assert.deepEqual(Object.keys(answer.json().errors.field_errors), ['page_size'], wrong)
    }
    assert.equal((await send('page=1000000&page_size=100')).statusCode, 200)
  })
})

describe('versions', () => {
  it('answers 304 to a client that has the current version, and stores nothing on the way', async () => {
    const { headers, status } = await testApp.call(routes.readThing, {})
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store'])
    const tag = String(headers.etag)
    assert.match(tag, /^"[\w-]{43}"$/)
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await testApp.call(routes.readThing, {}, { headers: { 'if-none-match': known } })
      assert.deepEqual([again.status, again.text], [304, ''], known)
    }
    const other = await testApp.call(routes.readThing, {}, { headers: { 'if-none-match': '"x"' } })
    assert.equal(other.status, 200)
  })

  it('answers 412 to a change of another version, and changes nothing', async () => {
    const { headers } = await testApp.call(routes.readThing, {})
    const change = (name: string, ifMatch?: string) =>
      testApp.call(
        routes.changeThing,
        { body: { name } },
        { headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } },
      )
    const refused = await change('lost', '"x"')
    assert.deepEqual([refused.status, refused.code, current.name], [412, 'precondition-failed', 'first'])
    const second = await change('second', String(headers.etag))
    assert.equal(second.status, 200)
    assert.equal((await change('third', String(headers.etag))).status, 412, 'it has changed meanwhile')
    assert.equal(
      (await change('third', String(second.headers.etag))).status,
      200,
      'a change names its result',
    )
    for (const any of ['*', undefined]) assert.equal((await change('last', any)).status, 200)
  })
})

describe('private files', () => {
  it('sends a private file for the disk of the caller alone', async () => {
    const { headers, text: content } = await testApp.call(routes.download, {})
    assert.equal(content, '%PDF')
    assert.deepEqual(
      {
        type: headers['content-type'],
        cache: headers['cache-control'],
        sniff: headers['x-content-type-options'],
        policy: headers['content-security-policy'],
        tag: headers.etag,
      },
      {
        type: 'application/pdf',
        cache: 'no-store',
        sniff: 'nosniff',
        policy: "sandbox; default-src 'none'; frame-ancestors 'none'",
        tag: undefined,
      },
    )
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="R_sum_ of _Asha________.pdf"; filename*=UTF-8''${encodeURIComponent('Résumé of _Asha___தமிழ்.pdf')}`,
    )
  })
})
