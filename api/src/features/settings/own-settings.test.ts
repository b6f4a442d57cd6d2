/** Tests the settings that users choose themselves (N-144). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getProfile, getPublicProfile } from '@foyer/contract/profile/profile-routes'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { agreementNames, getSettings, putSettings, type Settings } from '@foyer/contract/routes/settings'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { findSettings } from '../../identity/users/user-settings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const defaults: Settings = {
  language: 'en',
  timezone: 'UTC',
  marketingEmails: false,
  productEmails: false,
  analyticsConsent: false,
  profileVisibility: 'private',
}
const other: Settings = {
  language: 'en',
  timezone: 'Asia/Kolkata',
  marketingEmails: true,
  productEmails: true,
  analyticsConsent: true,
  profileVisibility: 'public',
}

const read = (token: string) => testApp.call(getSettings, {}, { token })
const write = (token: string, body: Settings) => testApp.call(putSettings, { body }, { token })

describe('user settings', () => {
  it('replaces the settings of one user as a whole', async () => {
    const [{ accessToken }, otherSession] = [await testApp.signIn(), await testApp.signIn()]
    assert.deepEqual((await read(accessToken)).data, defaults)
    for (const settings of [other, { ...other, profileVisibility: 'private' } as const, defaults, other]) {
      const answer = await write(accessToken, settings)
      assert.deepEqual([answer.status, answer.data], [200, settings])
      assert.deepEqual((await read(accessToken)).data, settings)
    }
    assert.deepEqual((await read(otherSession.accessToken)).data, defaults)
  })

  it('refuses invalid settings with a sentence at the field', async () => {
    const { accessToken } = await testApp.signIn()
    for (const [name, value] of [
      ['timezone', 'Mars/Olympus'],
      ['timezone', ''],
      ['language', 'fr'],
      ['profileVisibility', 'friends'],
      ['analyticsConsent', 'yes'],
    ] as const) {
      const answer = await write(accessToken, { ...defaults, [name]: value } as Settings)
      assert.deepEqual([answer.status, Object.keys(answer.fields)], [400, [name]])
    }
    const { timezone: _, ...incomplete } = other
    assert.equal((await write(accessToken, incomplete as Settings)).status, 400)
    assert.deepEqual((await read(accessToken)).data, defaults)
  })

  it('refuses settings without a valid token', async () => {
    assert.equal((await read('made-up')).status, 401)
    assert.equal((await write('made-up', other)).status, 401)
  })

  it('writes nothing for a session that ended while the request ran', async () => {
    const { accessToken, user } = await testApp.signIn()
    await read(accessToken)
    await sql`update sessions set revoked_at = now(), revoked_reason = 'logout' where user_id = ${user.uuid}`.execute(
      testApp.services.db,
    )
    assert.equal((await write(accessToken, other)).code, 'session-ended')
    assert.deepEqual(await findSettings(testApp.services.db, user.uuid), defaults)
  })
})

describe("settings with a platform's session", () => {
  async function signInOnPlatform() {
    const own = await testApp.signIn()
    const { data } = await testApp.mint(own.accessToken)
    const body = { code: data.code, platform: 'student' as const }
    const { session } = (await testApp.call(exchangeCode, { body }, { client: 'student-client' })).data
    return { own: own.accessToken, platform: session.accessToken }
  }

  it('makes the profile public, so that everybody can read it', async () => {
    const { own, platform } = await signInOnPlatform()
    const { username } = (await testApp.call(getProfile, {}, { token: platform })).data
    const show = () => testApp.call(getPublicProfile, { params: { username } })
    assert.equal((await show()).status, 404)
    const { data } = await read(platform)
    const shown = { ...data, timezone: 'Asia/Kolkata', profileVisibility: 'public' } as const
    const answer = await write(platform, shown)
    assert.deepEqual([answer.status, answer.data], [200, shown])
    assert.deepEqual((await read(own)).data, shown)
    assert.equal((await show()).status, 200)
  })

  it('leaves an event in the audit trail when the profile is shown or hidden, with the client that did it', async () => {
    const { own, platform } = await signInOnPlatform()
    const { data } = await read(platform)
    const shown = { ...data, profileVisibility: 'public' } as const
    await write(platform, shown)
    await write(platform, { ...shown, timezone: 'Asia/Kolkata' })
    await write(own, data)
    const { rows } = await sql`
      select event, platform, client_id, session_id from audit_events
      where user_id = ${decodeJwt(own).sub} and event in ('profile-shown', 'profile-hidden') order by id`.execute(
      testApp.services.db,
    )
    const of = (token: string) => ({ platform: 'student', sessionId: decodeJwt(token).sid })
    assert.deepEqual(rows, [
      { event: 'profile-shown', ...of(platform), clientId: 'student-client' },
      { event: 'profile-hidden', ...of(own), clientId: null },
    ])
  })

  it('changes nothing that the user agrees to, neither on nor off, and says so at the field', async () => {
    const { own, platform } = await signInOnPlatform()
    for (const stored of [defaults, other]) {
      await write(own, stored)
      for (const name of agreementNames) {
        const answer = await write(platform, { ...stored, [name]: !stored[name], timezone: 'Europe/Paris' })
        assert.deepEqual(
          [answer.status, answer.code, answer.fields],
          [
            403,
            'no-access',
            { [name]: ['Only the user can agree to this, at Foyer. Send the value that you read.'] },
          ],
        )
        assert.deepEqual((await read(own)).data, stored)
      }
    }
  })
})
