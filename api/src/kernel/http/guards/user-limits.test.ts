/** Tests that every route that requires a session counts requests per user. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listEmails } from '@foyer/contract/profile/emails'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { listSessions } from '@foyer/contract/routes/sessions'
import { getSettings } from '@foyer/contract/routes/settings'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { userRulesOf } from '../route-limits.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const readSettings = (place: number, token: string) => callFrom(place, token, getSettings.path)

/** Sends a request; each `place` has its own address and device. */
function callFrom(place: number, token: string, url: string = listEmails.path) {
  return testApp.app.inject({
    url,
    remoteAddress: `10.0.${place >> 8}.${place & 255}`,
    headers: { authorization: `Bearer ${token}`, 'x-device-id': `device-${place}` },
  })
}

/** Returns how many requests got each status. */
function countOf(statuses: readonly number[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(statuses, String)).map(([status, same]) => [status, same?.length ?? 0]),
  )
}

describe('limits by user', () => {
  it('exist on every route that takes a session, except those that end it', () => {
    for (const route of allRoutes.filter(
      ({ access, endsSession }) => !endsSession && /^(own-session|bearer)(-if-given)?$/.test(access),
    ))
      assert.notDeepEqual(userRulesOf(route, Buffer.alloc(16)), [], `${route.method} ${route.path}`)
  })

  it("count the sessions of a platform apart, so that the user's own session goes on", async () => {
    const own = await testApp.signIn()
    const { code } = (await testApp.mint(own.accessToken)).data
    const body = { code, platform: 'student' as const }
    const { session } = (await testApp.call(exchangeCode, { body }, { client: 'student-client' })).data
    const statuses: number[] = []
    // Few at a time: a busy machine refuses hundreds at once with 503.
    while (statuses.length < 605)
      statuses.push(
        ...(await Promise.all(
          Array.from(
            { length: 55 },
            async (_, place) => (await readSettings(statuses.length + place, session.accessToken)).statusCode,
          ),
        )),
      )
    assert.deepEqual(countOf(statuses), { 200: 600, 429: 5 })
    assert.equal((await readSettings(1, own.accessToken)).statusCode, 200)
    assert.equal((await testApp.call(listSessions, {}, { token: own.accessToken })).status, 200)
  })

  it('refuse a user who changes address and device with every request, and let another user pass', async () => {
    const [one, other] = [await testApp.signIn(), await testApp.signIn()]
    const statuses = await Promise.all(
      Array.from({ length: 125 }, async (_, place) => (await callFrom(place, one.accessToken)).statusCode),
    )
    assert.deepEqual(countOf(statuses), { 200: 120, 429: 5 })
    assert.equal((await callFrom(1, other.accessToken)).statusCode, 200)
  })
})
