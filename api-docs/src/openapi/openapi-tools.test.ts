/** Lints the OpenAPI document, and checks its examples and the service's answers against its schemas. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '@foyer/contract/errors'
import { platforms, products } from '@foyer/contract/platforms'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { openTestApp, type TestApp } from '../../../api/src/testing/test-app.ts'

type Json = Record<string, unknown>
type Content = { 'application/json'?: { schema: Json; example?: unknown; examples?: Record<string, Json> } }
type Response = { content?: Content }
type Operation = {
  operationId: string
  security?: Json[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

const lintProgram = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))

let testApp: TestApp
let document: Document
let fits: ReturnType<typeof validator>
before(async () => {
  testApp = await openTestApp()
  document = (await testApp.app.inject('/openapi.json')).json()
  fits = validator(document)
})
after(() => testApp.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('OpenAPI document for tools', () => {
  it('passes the strict rules of redocly lint', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-openapi-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document, null, 2))
    // The API has no licence, and a test's server runs on this machine. Page-like routes may answer only 303; the next test
    // checks the statuses of all other routes.
    const skipped = [
      'info-license',
      'no-server-example.com',
      'operation-2xx-response',
      'operation-4xx-response',
    ].map((rule) => `--skip-rule=${rule}`)
    const given = [lintProgram, 'lint', file, '--extends=recommended-strict', ...skipped, '--format=stylish']
    const { status, stdout, stderr } = spawnSync(process.execPath, given, {
      cwd: folder,
      encoding: 'utf8',
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    assert.equal(status, 0, stdout + stderr)
  })

  it('documents a success and a refusal of each route, of a page-like route the redirect and pages', () => {
    for (const { path, operation } of operations()) {
      const statuses = Object.keys(operation.responses)
      const has = (first: string) => statuses.some((status) => status.startsWith(first))
      if (statuses.includes('303'))
        assert.ok(
          statuses.every((status) => ['200', '303', '400'].includes(status)),
          path,
        )
      else assert.ok(has('2') && has('4'), path)
    }
  })

  it('has examples that match their schemas, without unknown fields', () => {
    let checked = 0
    for (const { path, method, operation } of operations()) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)]
      for (const { schema, example, examples = {} } of contents.flatMap(jsonOf)) {
        const given = [example, ...Object.values(examples).map(({ value }) => value)]
        for (const value of given.filter((one) => one !== undefined)) {
          assert.equal(fits(schema, value), '', `${method} ${path} ${JSON.stringify(value)}`)
          checked += 1
        }
      }
    }
    assert.ok(checked > 200, `${checked}`)
  })

  it('describes the answers of the service correctly', async () => {
    for (const url of [
      '/api/auth/captcha/challenge',
      '/api/documents/feature-toggles',
      '/.well-known/jwks.json',
      '/health/live',
      '/health/ready',
      '/openapi.json',
    ]) {
      const answer = await testApp.app.inject(url)
      const [described] = jsonOf(document.paths[url]?.get?.responses[answer.statusCode])
      assert.equal(answer.statusCode, 200)
      assert.equal(fits(described?.schema ?? {}, answer.json()), '', url)
    }
  })

  it('describes the refusal of an unknown query parameter on every route that takes none', async () => {
    for (const { path, method, operation } of operations().filter((one) => one.method === 'get')) {
      const url = `${path.replace(/\{\w+\}/g, '0')}?unknown=1`
      const { statusCode } = await testApp.app.inject({ method: 'GET', url })
      assert.ok(operation.responses[statusCode], `${method} ${path} ${statusCode}`)
    }
  })

  it('gives every operation an id that begins with a verb', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    for (const id of ids) assert.match(id, /^[a-z]+([A-Z][a-z]+){0,3}$/)
    for (const id of ['findUser', 'login', 'sendOtp', 'exchangeCode', 'refreshToken', 'logout'])
      assert.ok(ids.includes(id), id)
  })

  it('declares the security of every operation, also where none is required', () => {
    for (const { path, method, operation } of operations())
      assert.ok(Array.isArray(operation.security), `${method} ${path}`)
    assert.deepEqual(document.paths['/api/auth/sso/login']?.post?.security, [])
  })

  it('gives shapes that several routes share a named schema', () => {
    const resultOf = (path: string, method = 'post') => {
      const [content] = jsonOf(document.paths[path]?.[method]?.responses[200])
      return (content?.schema.properties as Json | undefined)?.data
    }
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    assert.deepEqual(resultOf('/api/auth/sso/login'), ref('Session'))
    assert.deepEqual(resultOf('/api/auth/refresh-token'), ref('Tokens'))
    assert.deepEqual(resultOf('/api/auth/users/fetch'), ref('UserDetails'))
    assert.deepEqual(resultOf('/api/auth/users/settings', 'get'), ref('Settings'))
    const { properties } = document.components.schemas.Session as { properties: Json }
    assert.deepEqual([properties.user, properties.platform], [ref('User'), ref('Platform')])
  })

  it('allows further fields and enum values in answers', () => {
    const { Platform, Product, ErrorCode } = document.components.schemas
    for (const [named, values] of [
      [Platform, platforms],
      [Product, products],
      [ErrorCode, errorCodes],
    ] as const) {
      assert.deepEqual(named?.anyOf, [{ type: 'string', enum: values }, { type: 'string' }])
      assert.match(String(named?.description), /open list/)
    }
    for (const { path, operation } of operations())
      for (const { schema } of Object.values(operation.responses).flatMap(jsonOf))
        assert.deepEqual(closedPartsOf(schema, document), [], path)
  })
})

function jsonOf(message: { content?: Content } | undefined) {
  const json = message?.content?.['application/json']
  return json ? [json] : []
}

/** Returns a function that returns '' for a valid value, otherwise the reason. Refuses fields that no schema names. */
function validator({ components }: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajvFormats.default(ajv)
  const closed = withoutOtherFields(components)
  const compiled = new Map<string, ValidateFunction>()
  return (schema: Json, value: unknown): string => {
    const key = JSON.stringify(schema)
    const validate =
      compiled.get(key) ?? ajv.compile({ ...(withoutOtherFields(schema) as Json), components: closed })
    compiled.set(key, validate)
    return validate(value) ? '' : ajv.errorsText(validate.errors)
  }
}

function withoutOtherFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOtherFields)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutOtherFields(inner)]),
  )
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy
}

/** Finds enums that allow no other text and objects that allow no other field, at any depth of a schema. */
function closedPartsOf(value: unknown, root: Document, seen = new Set<string>(), isOpen = false): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const { $ref, anyOf, ...rest } = value as Json & { $ref?: string; anyOf?: Json[] }
  const name = $ref?.split('/').at(-1)
  if (name !== undefined && seen.has(name)) return []
  if (name !== undefined) seen.add(name)
  const others = [...Object.values(rest), name && root.components.schemas[name]]
  const allowsAny = anyOf?.some(({ type, ...more }) => type === 'string' && Object.keys(more).length === 0)
  const isClosed = rest.additionalProperties === false || (Array.isArray(rest.enum) && !isOpen)
  return [
    ...(isClosed ? [value] : []),
    ...others.flatMap((inner) => closedPartsOf(inner, root, seen)),
    ...(anyOf ?? []).flatMap((inner) => closedPartsOf(inner, root, seen, allowsAny)),
  ]
}
