/** Tests that the pages of every list contain each entry once, and that every ETag prevents lost updates (N-148). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allPages } from '@foyer/contract/lists/paging'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import type { Route } from '@foyer/contract/routes/route'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { fillers } from '../test-makers.ts'
import { contentsOf, make, openActor, platformsOf, sendAs } from './test-actors.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const lists = allRoutes.filter(({ list }) => list !== undefined)
const changes = allRoutes.filter(({ version }) => version === 'change')

type Page = { data: unknown[]; meta: { page: number; page_size: number; total: number } }

describe('every list', () => {
  it('has a filler for every list', () => {
    const missing = lists.map(({ path }) => path).filter((path) => fillers[path] === undefined)
    assert.deepEqual(missing, [], 'add it to test-makers.ts')
  })

  it('holds each entry on one page, and knows the total on all of them', async () => {
    for (const route of lists) {
      const owner = await openActor(testApp, platformsOf(route)[0])
      const params = (await fillers[route.path]?.(owner)) ?? {}
      const page = async (number: number, size?: number): Promise<Page | null> => {
        const query = { page: String(number), ...(size !== undefined && { pageSize: String(size) }) }
        const answer = await sendAs(owner, route, { params, query })
        if (number === allPages && answer.statusCode === 400) return null
        assert.equal(answer.statusCode, 200, `${route.path}: ${answer.body}`)
        return answer.json()
      }
      const first = await page(1, 100)
      assert.ok(first && first.data.length >= 3, `${route.path} has entries`)
      const { total } = first.meta
      assert.equal(first.data.length, Math.min(100, total), route.path)
      for (const number of [1, 2, 3]) {
        const one = await page(number, 1)
        assert.deepEqual(one?.data, [first.data[number - 1]], `${route.path} page ${number}`)
        assert.deepEqual(one?.meta, { page: number, page_size: 1, total }, route.path)
      }
      const beyond = await page(1_000_000, 100)
      assert.deepEqual([beyond?.data, beyond?.meta.total], [[], total], `${route.path} beyond the end`)
      const all = await page(allPages)
      if (all) {
        assert.deepEqual(all.meta, { page: allPages, page_size: total, total }, route.path)
        assert.equal(all.data.length, total, route.path)
        assert.deepEqual(all.data.slice(0, 100), first.data, `${route.path} has one order`)
      }
    }
  })

  it('refuses pages and sizes that are none', async () => {
    for (const route of lists) {
      const owner = await openActor(testApp, platformsOf(route)[0])
      const wrong: Record<string, string[]> = {
        page: ['0', '-2', '1.5', '1e3', 'x', '', '99999999'],
        page_size: ['0', '-1', '101', 'x', ''],
      }
      for (const [name, values] of Object.entries(wrong))
        for (const value of values) {
          const answer = await sendAs(owner, route, { query: { [name]: value } })
          assert.deepEqual(
            [answer.statusCode, Object.keys(answer.json().errors?.field_errors ?? {})],
            [400, [name]],
            `${route.path} ${name}=${value}`,
          )
        }
    }
  })
})

describe('every version', () => {
  it('answers 412 to a change of a version that is no longer there, and changes nothing', async () => {
    for (const route of changes) {
      const { owner, made } = await ownedBy(route)
      const before = await contentsOf(testApp)
      const answer = await sendAs(owner, route, { ...made, headers: { 'if-match': '"an older version"' } })
      const where = `${route.method} ${route.path}: ${answer.body}`
      assert.deepEqual([answer.statusCode, answer.json().errors?.code], [412, 'precondition-failed'], where)
      assert.deepEqual(await contentsOf(testApp), before, where)
    }
  })

  it('accepts a change of the version that a read answers, and names the new one as a read does', async () => {
    for (const route of changes) {
      const { owner, made } = await ownedBy(route)
      const read = readOf(route)
      assert.ok(read, `${route.path} can be read`)
      const { etag } = (await sendAs(owner, read, { params: made.params })).headers
      const answer = await sendAs(owner, route, { ...made, headers: { 'if-match': String(etag) } })
      assert.ok(answer.statusCode < 300, `${route.method} ${route.path}: ${answer.body}`)
      if (!route.result && !route.list) continue
      const after = await sendAs(owner, read, { params: made.params })
      assert.equal(answer.headers.etag, after.headers.etag, `${route.method} ${route.path}`)
      const known = { 'if-none-match': String(after.headers.etag) }
      assert.equal((await sendAs(owner, read, { params: made.params, headers: known })).statusCode, 304)
    }
  })
})

async function ownedBy(route: Route) {
  const owner = await openActor(testApp, platformsOf(route)[0])
  return { owner, made: await make(route, owner) }
}

/** Finds the GET route that reads what `path` changes: the same path, or its parent for the order of a list. */
function readOf({ path }: Route): Route | undefined {
  const reads = allRoutes.filter(({ version, method }) => version === 'read' && method === 'GET')
  return [path, path.slice(0, path.lastIndexOf('/'))]
    .map((candidate) => reads.find((read) => read.path === candidate))
    .find((read) => read !== undefined)
}
