/** Tests concurrent requests that invite an address, and that sign the same address up or invite it again. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Invitation, invite as inviteUser } from '../accounts/invitations.ts'
import { trySignUp } from '../sign-up/test-sign-ups.ts'
import { messagesTo } from './test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

function invite(email: string, more: Partial<Invitation> = {}) {
  return inviteUser(testApp.services, { email, platform: 'professor', isBeta: false, ...more })
}

describe('concurrent invitations', () => {
  it('makes one account for four invitations of an address at once', async () => {
    const email = 'together@example.com'
    const invited = await Promise.all([invite(email), invite(email), invite(email), invite(email)])
    assert.equal(new Set(invited.map(({ userId }) => userId)).size, 1)
    assert.equal((await messagesTo(testApp, email)).length, 4)
  })

  it('invites the account of a sign-up at the same moment', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const email = `meanwhile${turn}@example.com`
      const [signedUp, ...invited] = await Promise.all([
        trySignUp(testApp, { email }),
        ...Array.from({ length: 3 }, () => invite(email)),
      ])
      assert.ok(signedUp.status === 200 || signedUp.code === 'email-taken', signedUp.text)
      for (const { kind } of invited) assert.equal(kind, 'link')
    }
  })
})
