/** Tests that a user is asked about a sign-in in a new browser, once and by one rule (N-197). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { confirmSession, disownSession } from '@foyer/contract/routes/sessions'
import { listNewSignIns, listSignIns } from '@foyer/contract/routes/sign-ins'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openBrowser, sidOf } from '../browser-sessions/test-browser.ts'
import { mailsTo } from '../schools/test-schools.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

type Signed = { accessToken: string }

const newOf = async ({ accessToken: token }: Signed) =>
  (await testApp.call(listNewSignIns, {}, { token })).data.map(({ session }) => session)
/** Returns for each entry of the history, the newest first, whether it asks. */
const asks = async ({ accessToken: token }: Signed) =>
  (await testApp.call(listSignIns, { query: {} }, { token })).data.items.map((entry) => entry.asks)
const answer = (
  route: typeof confirmSession | typeof disownSession,
  { accessToken: token }: Signed,
  id: string,
) => testApp.call(route as typeof confirmSession, { params: { id } }, { token })

/** Signs a user in in a first browser and then in a second one. */
async function signInTwice() {
  const { uuid, email } = await testApp.makeUser()
  const [firstBrowser, secondBrowser] = [openBrowser(testApp), openBrowser(testApp)]
  const first = (await firstBrowser.signIn(uuid)).data
  const second = (await secondBrowser.signIn(uuid)).data
  return { uuid, email, firstBrowser, secondBrowser, first, second }
}

describe('a sign-in in a browser that the user has not used before', () => {
  it('asks in the other browser until the user confirms it, and never in the new browser itself', async () => {
    const { first, second, email } = await signInTwice()
    assert.deepEqual(await newOf(first), [sidOf(second)])
    assert.deepEqual(await asks(first), [true, false])
    assert.deepEqual([await newOf(second), await asks(second)], [[], [false, false]])
    assert.deepEqual(await mailsTo(testApp, email), ['new-device'])
    assert.equal((await answer(confirmSession, second, sidOf(second))).status, 204)
    assert.deepEqual(await newOf(first), [sidOf(second)], 'a browser answered for itself')
    for (const _ of [1, 2]) assert.equal((await answer(confirmSession, first, sidOf(second))).status, 204)
    assert.deepEqual([await newOf(first), await asks(first)], [[], [false, false]])
    const events = await testApp.services.db
      .selectFrom('auditEvents')
      .select('details')
      .where('event', '=', 'session-confirmed')
      .where('sessionId', '=', sidOf(second))
      .execute()
    assert.deepEqual(events, [{ details: { confirmedBy: sidOf(first) } }])
  })

  it('is not one in the first browser of a user, nor a later one in the same browser', async () => {
    const { uuid, first, second, secondBrowser, firstBrowser } = await signInTwice()
    await answer(confirmSession, first, sidOf(second))
    await secondBrowser.signIn(uuid)
    await firstBrowser.signIn(uuid)
    assert.deepEqual(await newOf(first), [])
  })

  it('asks no more once the user disowns it, and asks again at its next sign-in', async () => {
    const { uuid, first, second, secondBrowser } = await signInTwice()
    assert.equal((await answer(disownSession, first, sidOf(second))).status, 204)
    assert.deepEqual(await newOf(first), [])
    const again = (await secondBrowser.signIn(uuid)).data
    assert.deepEqual(await newOf(first), [sidOf(again)])
  })

  it('asks on after its session has ended', async () => {
    const { first, second, secondBrowser, uuid } = await signInTwice()
    await secondBrowser.remove(uuid)
    assert.deepEqual(await newOf(first), [sidOf(second)])
  })

  it('is not answered in a browser that is in question itself', async () => {
    const { uuid, first, second } = await signInTwice()
    const third = (await openBrowser(testApp).signIn(uuid)).data
    for (const [by, about] of [
      [second, third],
      [third, second],
    ] as const)
      assert.equal((await answer(confirmSession, by, sidOf(about))).code, 'no-access')
    assert.deepEqual((await newOf(first)).toSorted(), [sidOf(second), sidOf(third)].toSorted())
    assert.equal((await answer(confirmSession, first, sidOf(second))).status, 204)
    assert.equal((await answer(confirmSession, second, sidOf(third))).status, 204)
  })

  it('is listed and answered by its own user only', async () => {
    const { first, second } = await signInTwice()
    const stranger = await testApp.signIn()
    assert.deepEqual(await newOf(stranger), [])
    assert.equal((await answer(confirmSession, stranger, sidOf(second))).status, 404)
    assert.equal((await answer(confirmSession, first, randomUUID())).status, 404)
    assert.deepEqual(await newOf(first), [sidOf(second)])
    assert.equal((await testApp.call(listNewSignIns, {})).status, 401)
    assert.equal((await testApp.call(confirmSession, { params: { id: sidOf(second) } })).status, 401)
  })
})
