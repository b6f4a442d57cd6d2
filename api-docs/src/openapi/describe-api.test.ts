/** Tests the content of the OpenAPI document. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { fromWire } from '@foyer/contract/wire'
import * as v from 'valibot'
import { apiSections } from '../../../api/src/api-sections.ts'
import { openTestApp, type TestApp } from '../../../api/src/testing/test-app.ts'

type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: Record<string, unknown>[]
  parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[]
  responses: Record<string, { description: string; headers?: object; content?: Json }>
}
type Json = Record<string, unknown>
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

let testApp: TestApp
let document: Document
before(async () => {
  testApp = await openTestApp()
  document = (await testApp.app.inject('/openapi.json')).json()
})
after(() => testApp.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('OpenAPI document', () => {
  it('has a target for every reference in the OpenAPI document, and unique operation ids', () => {
    assert.equal(document.openapi, '3.1.0')
    assert.ok(document.info.title && document.info.version)
    assert.ok(URL.canParse(document.servers[0]?.url ?? ''))
    for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer.split('/').reduce<unknown>((node, key) => (node as Json)?.[key], document)
      assert.ok(target, pointer)
    }
    const ids = operations().map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('documents which requests may be repeated with an idempotency key', () => {
    const isTold = (path: string) =>
      (document.paths[path]?.post?.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
    assert.deepEqual([isTold('/api/auth/signup'), isTold('/api/auth/sso/login')], [true, false])
  })

  it('declares the parameters of every path, and gives each response its documented form', () => {
    for (const { path, method, operation } of operations()) {
      assert.match(method, /^(get|post|put|delete)$/)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      assert.deepEqual(
        declared.map(({ name }) => name),
        inPath,
        path,
      )
      assert.ok(declared.every(({ required }) => required))
      for (const [status, response] of Object.entries(operation.responses)) {
        assert.match(status, /^[2345]\d\d$/)
        assert.ok(response.description, `${path} ${status}`)
        // Markdown turns an email address outside code into a link.
        assert.doesNotMatch(response.description, /(?<!`)\b\w+@\w/, path)
      }
      for (const scheme of (operation.security ?? []).flatMap(Object.keys))
        assert.ok(document.components.securitySchemes?.[scheme], scheme)
    }
  })

  it('documents the section, purpose and every refusal of each route', () => {
    assert.deepEqual(
      document.tags.map(({ name }) => name),
      apiSections.map(({ name }) => name),
    )
    for (const { path, operation } of operations()) {
      const { tags, summary, description } = operation
      assert.ok(tags?.length === 1 && summary && description, `${path} stands in a file of sections`)
    }
    const responses = document.paths['/api/auth/sso/login']?.post?.responses
    assert.match(responses?.[400]?.description ?? '', /`wrong-credentials`: Email or password is wrong/)
    assert.match(responses?.[413]?.description ?? '', /`too-large`/)
  })

  it('documents Retry-After for every 429 and 503', () => {
    for (const { path, operation } of operations())
      for (const status of ['429', '503'])
        if (operation.responses[status])
          assert.ok('Retry-After' in (operation.responses[status].headers ?? {}), path)
  })

  it('documents WWW-Authenticate for every 401, and the claims of an access token', () => {
    let count = 0
    for (const { path, operation } of operations()) {
      const refused = operation.responses[401]
      if (refused) assert.ok('WWW-Authenticate' in (refused.headers ?? {}), path)
      count += refused ? 1 : 0
    }
    assert.ok(count > 0)
    const [exchange] = operations().filter(({ path }) => path === '/api/auth/codes/exchange')
    assert.match(exchange?.operation.responses[401]?.description ?? '', /`client-unknown`/)
    const bearer = JSON.stringify(document.components.securitySchemes?.bearer)
    for (const claim of ['client_id', 'jti', 'sid', 'auth_time'])
      assert.ok(bearer.includes(`\`${claim}\``), claim)
  })

  it('documents examples that the contract accepts', () => {
    const described = apiSections.flatMap(({ routes }) => routes)
    assert.equal(described.length, allRoutes.length)
    for (const { route, body, result, items = [] } of described) {
      if (route.body) assert.ok(v.safeParse(route.body, body).success, `body of ${route.path}`)
      if (route.result) assert.ok(v.safeParse(route.result, result).success, `result of ${route.path}`)
      for (const item of items)
        assert.ok(route.list && v.safeParse(route.list, item).success, `entry of ${route.path}`)
    }
    const written = JSON.stringify(document.paths['/api/auth/codes']?.post)
    const shown = JSON.parse(/"example":(\{"platform".*?\})/.exec(written)?.[1] ?? '{}')
    assert.equal((fromWire(shown) as Json).platform, 'student')
    assert.ok('code_challenge' in shown)
  })
})
