/** Tests that every route requires its credentials and refuses sessions that it does not admit (N-147). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Platform, platforms } from '@foyer/contract/platforms'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { Actor } from '../test-makers.ts'
import { validBody } from '../test-valid-bodies.ts'
import { openActor, sendAs } from './test-actors.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const guarded = allRoutes.filter(({ access }) => !/^none$|-if-given$/.test(access))
const withPlatforms = allRoutes.filter(({ platforms: named }) => named !== undefined)

describe('access to every route', () => {
  it('answers 401 to a request without the credentials of the route, or with wrong ones', async () => {
    const wrong = [undefined, 'Bearer a.b.c', 'Basic eDp5', 'Bearer', `Bearer ${'a'.repeat(4_000)}`]
    for (const route of guarded)
      for (const authorization of wrong) {
        const { method, path, body } = route
        const { statusCode } = await testApp.app.inject({
          method,
          url: path.replace(/:\w+/g, 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f'),
          headers: authorization === undefined ? {} : { authorization },
          ...(body && { payload: validBody(route) }),
        })
        // Some routes check their path parameters before the caller, and answer 400.
        assert.ok([400, 401].includes(statusCode), `${method} ${path} ${authorization}: ${statusCode}`)
        if (!path.includes(':')) assert.equal(statusCode, 401, `${method} ${path} ${authorization}`)
      }
  })

  it('answers no-access to the sessions of platforms that a route is not for', async () => {
    const actors = new Map<Platform, Actor>()
    for (const name of platforms) actors.set(name, await openActor(testApp, name))
    for (const route of withPlatforms)
      for (const [name, actor] of actors) {
        if (route.platforms?.includes(name)) continue
        const { statusCode, body } = await sendAs(actor, route)
        const where = `${route.method} ${route.path} as ${name}`
        assert.deepEqual([statusCode, JSON.parse(body).errors?.code], [403, 'no-access'], where)
      }
  })
})
