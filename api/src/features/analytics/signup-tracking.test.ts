/** Tests that only the user can read and write the tracking record of a sign-up, once (N-92). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { getSignupTracking, putSignupTracking } from '@foyer/contract/routes/signup-tracking'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

async function signInNew(email: string) {
  const { uuid } = await testApp.makeUser({ email })
  const { data } = await testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })
  return { uuid, token: data.accessToken }
}

const record = (uuid: string, email: string, source = 'direct') => ({
  params: { email },
  body: { data: { email, name: 'Asha Rao', uuid, source } },
})

describe('signup tracking', () => {
  it('keeps the first signup tracking record when a second one is written', async () => {
    const { uuid, token } = await signInNew('asha@example.com')
    const none = await testApp.call(getSignupTracking, { params: { email: 'asha@example.com' } }, { token })
    assert.deepEqual([none.status, none.data], [200, null])
    const first = await testApp.call(putSignupTracking, record(uuid, 'asha@example.com'), { token })
    assert.deepEqual([first.status, first.data], [200, { isCreated: true }])
    const second = await testApp.call(putSignupTracking, record(uuid, 'Asha@Example.com', 'later'), { token })
    assert.deepEqual(second.data, { isCreated: false })
    const { data } = await testApp.call(
      getSignupTracking,
      { params: { email: 'ASHA@example.com' } },
      { token },
    )
    assert.deepEqual(data, record(uuid, 'asha@example.com').body)
  })

  it('creates a signup tracking record for one of twenty requests at once', async () => {
    const { uuid, token } = await signInNew('many@example.com')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        testApp.call(putSignupTracking, record(uuid, 'many@example.com'), { token }),
      ),
    )
    assert.equal(answers.filter(({ data }) => data.isCreated).length, 1)
  })

  it("refuses the signup tracking of another user's address and of an unknown address alike", async () => {
    const owner = await signInNew('owner@example.com')
    await testApp.call(putSignupTracking, record(owner.uuid, 'owner@example.com'), owner)
    const { uuid, token } = await signInNew('curious@example.com')
    const texts = new Set<string>()
    for (const email of ['owner@example.com', 'nobody@example.com']) {
      for (const answer of [
        await testApp.call(getSignupTracking, { params: { email } }, { token }),
        await testApp.call(putSignupTracking, record(uuid, email), { token }),
      ]) {
        assert.deepEqual([answer.status, answer.code], [403, 'no-access'], email)
        texts.add(answer.text)
      }
    }
    assert.equal(texts.size, 1)
    const without = await testApp.call(getSignupTracking, { params: { email: 'owner@example.com' } })
    assert.equal(without.status, 401)
  })

  it('refuses signup tracking that names another user, or another address than its path', async () => {
    const other = await signInNew('other@example.com')
    const { uuid, token } = await signInNew('self@example.com')
    const forged = { ...record(other.uuid, 'self@example.com') }
    assert.equal((await testApp.call(putSignupTracking, forged, { token })).code, 'no-access')
    const mixed = { ...record(uuid, 'other@example.com'), params: { email: 'self@example.com' } }
    const answer = await testApp.call(putSignupTracking, mixed, { token })
    assert.deepEqual([answer.code, Object.keys(answer.fields)], ['invalid-request', ['data.email']])
    const { data } = await testApp.call(
      getSignupTracking,
      { params: { email: 'self@example.com' } },
      { token },
    )
    assert.equal(data, null)
  })

  it('stores signup tracking without address, name or source in clear', async () => {
    const { uuid, token } = await signInNew('hidden@example.com')
    await testApp.call(putSignupTracking, record(uuid, 'hidden@example.com', 'a-campaign'), { token })
    const { rows } = await sql<{ text: string }>`
      select encode(key, 'escape') || encode(data, 'escape') as text from signup_tracking`.execute(
      testApp.services.db,
    )
    assert.doesNotMatch(rows.map(({ text }) => text).join(), /hidden|Asha|campaign/)
  })
})
