/** Tests the settings that users choose themselves. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { getSettings, putSettings, type Settings } from '@foyer/contract/routes/settings'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const defaults: Settings = {
  language: 'en',
  timezone: 'UTC',
  marketingEmails: false,
  productEmails: true,
  analyticsConsent: true,
  profileVisibility: 'private',
}
const other: Settings = {
  language: 'en',
  timezone: 'Asia/Kolkata',
  marketingEmails: true,
  productEmails: false,
  analyticsConsent: false,
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

  it('refuses settings to platform sessions and invalid tokens', async () => {
    const { accessToken } = await testApp.signIn()
    const { data } = await testApp.mint(accessToken)
    const body = { code: data.code, platform: 'student' as const }
    const handed = (await testApp.call(exchangeCode, { body }, { client: 'student-client' })).data.session
    for (const token of [handed.accessToken, 'made-up']) {
      const status = token === 'made-up' ? 401 : 403
      assert.equal((await read(token)).status, status)
      assert.equal((await write(token, other)).status, status)
    }
    assert.deepEqual((await read(accessToken)).data, defaults)
  })
})
