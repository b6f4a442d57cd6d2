/**
 * Tests that a user's records are neither stored nor forwarded before the user consents, nor after the user withdraws
 * consent (N-145).
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { getSettings } from '@foyer/contract/routes/settings'
import type { Session } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import * as consentOff from '../../kernel/db/migrations/0035-consent-off.ts'
import { openTestCollector, type TestCollector } from '../../kernel/outbound/test-collector.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { forwardBatch } from './forward-batch.ts'
import { consent } from './test-consent.ts'

let collector: TestCollector
let testApp: TestApp
before(async () => {
  collector = await openTestCollector()
  testApp = await openTestApp({ config: { collector: { url: collector.url, token: null } } })
})
after(async () => {
  await testApp.close()
  await collector.close()
})
beforeEach(async () => {
  await sql`truncate analytics_events, analytics_devices`.execute(testApp.services.db)
  collector.received.length = 0
})

const forward = () => forwardBatch({ ...testApp.services, collector: { url: collector.url, token: null } })

async function track(device: string, event: string): Promise<void> {
  const events = [{ event, payload: {}, at: new Date().toISOString() }]
  const headers = { 'x-device-id': device }
  assert.equal((await testApp.call(trackEvents, { body: { events } }, { headers })).status, 204)
}

/** Identifies the user of a device and sends an attribute. */
async function identifyUser({ user, accessToken: token }: Session, device: string): Promise<void> {
  const headers = { 'x-device-id': device }
  const body = { uuid: user.uuid, email: 'asha@example.com', firstName: 'Asha', lastName: '' }
  assert.equal((await testApp.call(identify, { body }, { token, headers })).status, 204)
  const attribute = { name: 'first_name', value: 'Asha' }
  assert.equal((await testApp.call(setAttribute, { body: attribute }, { token, headers })).status, 204)
}

async function stored(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from analytics_events order by id`.execute(
    testApp.services.db,
  )
  return rows.map(({ name }) => name)
}

describe('analytics consent', () => {
  it('stores neither identity nor events of a user who never chose, until they agree', async () => {
    const session = await testApp.signIn()
    await track('device-of-asha', 'just_before')
    await identifyUser(session, 'device-of-asha')
    await track('device-of-asha', 'seen')
    assert.deepEqual(await stored(), [])
    await consent(testApp, session.accessToken, true)
    await track('device-of-asha', 'seen_again')
    assert.deepEqual(await stored(), ['seen_again'])
  })

  it('forwards no waiting records of a user who withdrew consent', async () => {
    const [session, other] = [await testApp.signIn(), await testApp.signIn()]
    for (const { accessToken } of [session, other]) await consent(testApp, accessToken, true)
    await identifyUser(session, 'device-of-asha')
    await track('device-of-asha', 'seen')
    await identifyUser(other, 'device-of-ravi')
    await track('device-unknown', 'anonymous')
    await consent(testApp, session.accessToken, false)
    assert.equal((await forward()).count, 3)
    const forwarded = collector.all()
    assert.deepEqual(
      forwarded.map(({ user_id }) => user_id).sort(),
      [other.user.uuid, other.user.uuid, null].sort(),
    )
    assert.deepEqual(await stored(), ['identify', 'first_name', 'anonymous'])
  })

  it('stores events of other users and devices beside a user without consent', async () => {
    const [session, other] = [await testApp.signIn(), await testApp.signIn()]
    await consent(testApp, other.accessToken, true)
    await identifyUser(session, 'device-of-asha')
    await track('device-of-asha', 'logout')
    await track('device-of-asha', 'anonymous')
    await track('device-unknown', 'anonymous')
    await identifyUser(other, 'device-of-asha')
    await track('device-of-asha', 'seen')
    assert.deepEqual(await stored(), ['anonymous', 'anonymous', 'identify', 'first_name', 'seen'])
  })

  it('counts no consent and no product mails of the time when both were on by default as given', async () => {
    const { db } = testApp.services
    const [session, other] = [await testApp.signIn(), await testApp.signIn()]
    for (const { user } of [session, other])
      await sql`insert into user_settings
          (user_id, timezone, marketing_emails, product_emails, analytics_consent, profile_visibility)
        values (${user.uuid}, 'Asia/Kolkata', ${user === other.user}, true, true, 'public')`.execute(db)
    await consentOff.up(db as never)
    const common = { language: 'en', timezone: 'Asia/Kolkata', productEmails: false, analyticsConsent: false }
    for (const { accessToken: token, user } of [session, other])
      assert.deepEqual((await testApp.call(getSettings, {}, { token })).data, {
        ...common,
        marketingEmails: user === other.user,
        profileVisibility: 'public',
      })
  })
})
