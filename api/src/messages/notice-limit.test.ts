/** Tests that an attacker cannot use security notices to flood a mailbox. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

async function signIn(uuid: string) {
  return (await testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })).data
}

async function countSent(to: string, template: string): Promise<number> {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 1_000)
  return messages.filter((message) => message.to === to && message.template === template).length
}

describe('limit of security notices', () => {
  it('sends five notices a day however often an old refresh token is used', async () => {
    const { uuid, email } = await testApp.makeUser()
    const renew = (token: string) => testApp.call(refreshToken, { body: { refreshToken: token } })
    for (let turn = 0; turn < 7; turn += 1) {
      const { refreshToken: first } = await signIn(uuid)
      const { data: second } = await renew(first)
      await renew(second.refreshToken)
      assert.equal((await renew(first)).status, 401)
    }
    assert.equal(await countSent(email, 'session-ended-for-safety'), 5)
  })
})
