/** Tests that the scopes of a token decide at every route which of them it reaches. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import type { Route } from '@foyer/contract/routes/route'
import { claimScopes, dataScopes } from '@foyer/contract/scopes'
import { sendAs } from '../../kernel/http/guards/test-actors.ts'
import type { Actor } from '../../kernel/http/test-makers.ts'
import { skipTime } from '../../testing/skip-time.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { openBrowser, openOpenIdApp, redeem, register } from './test-openid.ts'

let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
})
after(() => testApp.close())

const forUsers = allRoutes.filter(({ access }) => access === 'bearer' || access === 'bearer-if-given')
const ownOnly = allRoutes.filter(({ access }) => /^own-session/.test(access))

/** Values of path parameters that are checked before the caller. */
const params = { provider: 'google', username: 'asha-rao', email: 'asha@example.com' }

/** Returns a function that sends a request to a route with a token of these scopes, of a platform that the route is for. */
function asClientWith(scope: readonly string[]) {
  const tokens = new Map<Platform, Promise<Actor>>()

  async function open(platform: Platform): Promise<Actor> {
    const client = `${platform.toLowerCase()}-app`
    await register(testApp, { id: client, platform })
    skipTime(1_001)
    const browser = openBrowser(testApp)
    const { accessToken, user } = await testApp.signIn(platform)
    const asked = await browser.ask({ client_id: client, scope: scope.join(' ') })
    const back = await browser.passSignIn(asked, accessToken)
    const code = back.location?.searchParams.get('code') ?? ''
    const { status, body } = await redeem(testApp, code, {}, { client })
    assert.equal(status, 200, JSON.stringify(body))
    const token = String(body.access_token)
    return { testApp, uuid: user.uuid, email: user.email ?? '', platform, token, client }
  }

  return async (route: Route): Promise<string | undefined> => {
    const [platform = 'student'] = route.platforms ?? []
    const actor = tokens.get(platform) ?? open(platform)
    tokens.set(platform, actor)
    const { body } = await sendAs(await actor, route, { params })
    return body.startsWith('{') ? JSON.parse(body).errors?.code : undefined
  }
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`

it('a token without the scope of a route is refused there, whatever other scopes it has', async () => {
  for (const missing of dataScopes) {
    const codeAt = asClientWith([...claimScopes, ...dataScopes].filter((scope) => scope !== missing))
    const routes = forUsers.filter(({ scope }) => scope === missing)
    assert.ok(routes.length > 0, missing)
    for (const route of routes) assert.equal(await codeAt(route), 'no-access', nameOf(route))
  }
})

it('a token with every scope is refused at the routes that have none', async () => {
  const codeAt = asClientWith([...claimScopes, ...dataScopes])
  const routes = [...ownOnly, ...forUsers.filter(({ scope }) => scope === undefined)]
  for (const route of routes) assert.equal(await codeAt(route), 'no-access', nameOf(route))
})

it('a token with the scope of a route alone is not refused for its scopes', async () => {
  for (const scope of dataScopes) {
    const codeAt = asClientWith([scope])
    const routes = forUsers.filter((route) => route.scope === scope)
    assert.ok(routes.length > 0, scope)
    // The objects of the paths do not exist, so most answers are refusals of another kind.
    for (const route of routes) assert.notEqual(await codeAt(route), 'no-access', nameOf(route))
  }
})
