/** Tests that a platform's access token can only end its own session at Foyer (N-144). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { requestDeletion } from '@foyer/contract/routes/account-deletion'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { beginIdentityLink, linkIdentity } from '@foyer/contract/routes/identities'
import { addPasskey } from '@foyer/contract/routes/passkeys'
import type { Route } from '@foyer/contract/routes/route'
import { logout } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { validBody, validPath } from '../../kernel/http/test-valid-bodies.ts'
import { photo } from '../../kernel/uploads/test-files.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { uploadForm } from '../../testing/upload-form.ts'
import { consent } from '../analytics/test-consent.ts'

let testApp: TestApp
let picture: Buffer
before(async () => {
  picture = await photo().jpeg().toBuffer()
  testApp = await openTestApp({
    config: { tokenSync: { url: 'https://sync.example/token', maxAgeSeconds: 300 } },
  })
})
after(() => testApp.close())

const ownOnly = allRoutes.filter(({ access }) => /^own-session/.test(access))

async function signedInOnPlatform() {
  const own = await testApp.signIn()
  const { code } = (await testApp.mint(own.accessToken)).data
  const body = { code, platform: 'student' as const }
  const { session } = (await testApp.call(exchangeCode, { body }, { client: 'student-client' })).data
  return { own, platform: session }
}

type Signed = Awaited<ReturnType<typeof signedInOnPlatform>>

/** Sends a request whose body names the user and the user's address, so that only the kind of session decides. */
function send(route: Route, { own }: Signed, token: string) {
  const { method, path, body, upload } = route
  const { uuid, email } = own.user
  const sent: Record<string, unknown> = { ...validBody(route), ...(path.endsWith('/identify') && { uuid }) }
  const form = upload && uploadForm({ bytes: picture })
  if ('data' in sent) sent.data = { ...(sent.data as object), uuid, email }
  return testApp.app.inject({
    method,
    url: validPath(path, { id: String(decodeJwt(own.accessToken).sid), email: email ?? '' }),
    headers: { authorization: `Bearer ${token}`, ...form?.headers },
    ...(body && { payload: sent }),
    ...(form && { payload: form.payload }),
  })
}

/** Routes that a provider or the keeper of a passkey must have answered before. They have tests of their own. */
const needsPartner: readonly Route[] = [beginIdentityLink, linkIdentity, addPasskey]

/** Sorts the route that changes the password last: others then prove the session by the present one. */
function orderOf({ path }: Route): number {
  return path.endsWith('/change-password') ? 1 : 0
}

async function countRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
    (select count(*) from analytics_events) + (select count(*) from analytics_devices) +
    (select count(*) from signup_tracking) + (select count(*) from user_settings) + (select count(*) from one_time_tokens) +
    (select count(*) from help_requests)
  )::int as count`.execute(testApp.services.db)
  return rows[0]?.count ?? -1
}

describe('the access token of a platform’s session', () => {
  it("gets no-access from every route for the user's own session, and changes nothing", async () => {
    assert.ok(ownOnly.length >= 10)
    const signed = await signedInOnPlatform()
    const before = await countRows()
    for (const route of ownOnly) {
      const response = await send(route, signed, signed.platform.accessToken)
      assert.equal(response.statusCode, 403, `${route.method} ${route.path}`)
      assert.equal(response.json().errors.code, 'no-access', route.path)
    }
    assert.equal(await countRows(), before)
  })

  it("accepts the same requests with the token of the user's own session", async () => {
    const signed = await signedInOnPlatform()
    await consent(testApp, signed.own.accessToken, true)
    const before = await countRows()
    const ofLearners = ownOnly.filter(({ platforms }) => platforms?.includes('student') ?? true)
    for (const route of ofLearners.toSorted((a, b) => orderOf(a) - orderOf(b))) {
      const isLast = route.endsSession || route.path === requestDeletion.path
      const caller = isLast ? await signedInOnPlatform() : signed
      const { statusCode, body } = await send(route, caller, caller.own.accessToken)
      // The path contains a session's id, which other kinds of things don't have, and no file is made yet: 404.
      const isAccepted = [200, 204, 404].includes(statusCode) || needsPartner.includes(route)
      assert.ok(isAccepted, `${route.method} ${route.path} ${body}`)
    }
    assert.ok((await countRows()) >= before + 4)
  })

  it("ends the platform's own session and keeps the user's", async () => {
    const { own, platform } = await signedInOnPlatform()
    assert.equal((await testApp.call(logout, {}, { token: platform.accessToken })).status, 204)
    assert.equal((await testApp.mint(platform.accessToken)).status, 401)
    assert.equal((await testApp.mint(own.accessToken)).status, 200)
  })

  it('reports a refused platform token to the operator', async () => {
    const { platform } = await signedInOnPlatform()
    const countOfReports = async () => {
      const { values } = await testApp.services.metrics.securityEvents.get()
      const { value = 0 } = values.find(({ labels }) => labels.event === 'platform-refused') ?? {}
      return value
    }
    const before = await countOfReports()
    await testApp.mint(platform.accessToken)
    assert.equal(await countOfReports(), before + 1)
  })
})

describe('access of routes that take a token', () => {
  const pathsWith = (access: Route['access']) =>
    allRoutes.filter((route) => route.access === access).map(({ method, path }) => `${method} ${path}`)

  it('takes an expired token for the two routes of the logout alone', () => {
    assert.deepEqual(pathsWith('bearer-or-expired').sort(), [
      'POST /api/auth/logout',
      'POST /api/auth/users/logout',
    ])
  })

  it("takes a platform's token for what platforms show, and for no way into an account", () => {
    const shown =
      /^\w+ \/api\/(profile|schools|notifications|reference|auth\/(skill-portfolio|skill-profiles|users\/settings))(\/|$)/
    const others = pathsWith('bearer').filter((route) => !shown.test(route))
    assert.deepEqual(others, [], 'each has a row in docs/decisions/platform-access.md')
  })
})
