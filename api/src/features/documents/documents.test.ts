/** Proves N-92, N-93 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { getFeatureToggles, getSignupTracking, putSignupTracking } from '@foyer/contract/routes/documents'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { storeToggle } from './feature-toggles.queries.ts'
import { createFeatureToggles } from './feature-toggles.ts'

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

describe('feature toggles', () => {
  const social = { enabled: { web: true }, providers: ['google'] }
  beforeEach(() => sql`truncate feature_toggles`.execute(testApp.services.db))

  it('answers that social sign-in is off if no toggle is set, and lets caches keep it for a minute', async () => {
    const answer = await testApp.call(getFeatureToggles, {})
    assert.deepEqual(answer.data, {
      toggles: { socialAccountAuthentication: { enabled: { web: false }, providers: [] } },
    })
    assert.equal(answer.headers['cache-control'], 'public, max-age=60')
    const { etag } = answer.headers
    for (const tag of [String(etag), `"other", W/${etag}`]) {
      const again = await testApp.call(getFeatureToggles, {}, { headers: { 'if-none-match': tag } })
      assert.deepEqual([again.status, again.text], [304, ''])
    }
    const other = await testApp.call(getFeatureToggles, {}, { headers: { 'if-none-match': '"other"' } })
    assert.equal(other.status, 200)
  })

  it('answers each feature toggle under its id and with its keys as they were set', async () => {
    const toggles = createFeatureToggles(testApp.services.db)
    await storeToggle(testApp.services.db, { id: 'socialAccountAuthentication', value: social })
    await storeToggle(testApp.services.db, { id: 'new_look', value: { isOn: true, some_key: [1] } })
    assert.deepEqual(await toggles.all(), {
      socialAccountAuthentication: social,
      new_look: { isOn: true, some_key: [1] },
    })
  })

  it('keeps the last valid feature toggles while one is malformed or the database is unreachable', async () => {
    const own = await openTestApp()
    const { db } = own.services
    const toggles = createFeatureToggles(db, { freshMs: 0, waitMs: 5_000 })
    await storeToggle(db, { id: 'socialAccountAuthentication', value: social })
    assert.deepEqual(await toggles.all(), { socialAccountAuthentication: social })
    await sql`update feature_toggles set value = '{"enabled": "yes"}'`.execute(db)
    assert.deepEqual(await toggles.all(), { socialAccountAuthentication: social })
    await storeToggle(db, { id: 'other', value: { isOn: true } })
    const before = await toggles.all()
    assert.deepEqual(before, { socialAccountAuthentication: social, other: { isOn: true } })
    await own.call(getFeatureToggles, {})
    await db.destroy()
    assert.deepEqual(await toggles.all(), before)
    assert.equal((await own.call(getFeatureToggles, {})).status, 200)
    await own.app.close()
  })

  it('answers the last valid feature toggles without waiting while the database hangs', async () => {
    const { db } = testApp.services
    const toggles = createFeatureToggles(db, { freshMs: 0, waitMs: 50 })
    await storeToggle(db, { id: 'socialAccountAuthentication', value: social })
    assert.deepEqual(await toggles.all(), { socialAccountAuthentication: social })
    await db.transaction().execute(async (trx) => {
      await sql`lock table feature_toggles in access exclusive mode`.execute(trx)
      assert.deepEqual(await toggles.all(), { socialAccountAuthentication: social })
    })
  })

  it('answers the default feature toggles if the database was never reached', async () => {
    const own = await openTestApp()
    await own.services.db.destroy()
    const { status, data } = await own.call(getFeatureToggles, {})
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(data.toggles), ['socialAccountAuthentication'])
    await own.app.close()
  })
})
