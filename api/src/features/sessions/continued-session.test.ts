/** Tests that a session from an auto-login permits no change of how its user signs in without a proof (N-64). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { listEmails } from '@foyer/contract/profile/emails'
import { listIdentities, removeIdentity } from '@foyer/contract/routes/identities'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { stepUp } from '@foyer/contract/routes/step-up'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { emailSteps } from '../contacts/test-emails.ts'
import { makeProviderUser, tryLink } from '../social/test-references.ts'
import { autoLogIn, signInAtSister } from './test-sister.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
})
after(() => testApp.close())

const emails = emailSteps(() => testApp)

/** Signs a user in at Foyer and, seconds later, continues the session of a sister site. */
async function continueSession() {
  const signed = await signInAtSister(testApp)
  const { status, data } = await autoLogIn(testApp, signed)
  assert.equal(status, 200)
  return { ...signed, continued: data.accessToken, continuedTokens: data }
}

function assertAsks({ status, code }: { status: number; code: string | undefined }): void {
  assert.deepEqual([status, code], [403, 'proof-needed'])
}

describe('a session that continues the session of a sister site', () => {
  it('adds, verifies and removes no email address', async () => {
    const { own, continued } = await continueSession()
    const claimed = `claim-${randomUUID()}@example.com`
    const { data } = await emails.add(own.accessToken, claimed)
    const verified = await emails.addVerified(own.accessToken)
    const before = await emails.list(own.accessToken)
    assertAsks(await emails.add(continued, `more-${randomUUID()}@example.com`))
    assertAsks(await emails.verify(continued, data.id))
    const code = { token: data.challenge.token, otp: await emails.codeTo(claimed) }
    assertAsks(await emails.verify(continued, data.id, code))
    assertAsks(await emails.remove(continued, verified))
    assert.deepEqual(await emails.list(own.accessToken), before)
    assert.equal((await emails.verify(own.accessToken, data.id, code)).status, 200)
  })

  it('makes an address the primary one after a step-up only, however recently the user signed in', async () => {
    const { own, continued } = await continueSession()
    const id = await emails.addVerified(own.accessToken)
    assertAsks(await emails.makePrimary(continued, id))
    const body = { password: rightPassword }
    assert.equal((await testApp.call(stepUp, { body }, { token: continued })).status, 204)
    assert.equal((await emails.makePrimary(continued, id)).status, 200)
  })

  it('changes the password with the current one only', async () => {
    const { continued } = await continueSession()
    const [password1, password2] = ['another horse battery', 'another horse battery']
    const body = { currentPassword: 'not the password', password1, password2 }
    const { status, fields } = await testApp.call(changePassword, { body }, { token: continued })
    assert.deepEqual([status, Object.keys(fields)], [400, ['currentPassword']])
  })

  it('neither links an account of a provider without a proof nor removes a linked one', async () => {
    const { own, continued, email } = await continueSession()
    const facebook = makeProviderUser({ provider: 'facebook', email })
    const linked = await tryLink(testApp, facebook, { proof: { password: rightPassword } })
    assert.equal(linked.status, 200)
    const provider = 'facebook'
    assertAsks(await testApp.call(removeIdentity, { params: { provider } }, { token: continued }))
    const apple = makeProviderUser({ provider: 'apple', email })
    const refused = await tryLink(testApp, apple, { proof: { password: 'not the password' } })
    assert.equal(refused.code, 'wrong-credentials')
    const { data } = await testApp.call(listIdentities, {}, { token: own.accessToken })
    assert.deepEqual(
      data.linked.map((each) => each.provider),
      [provider],
    )
  })

  it('stays one that asks for a proof after its tokens were renewed', async () => {
    const { continuedTokens } = await continueSession()
    const body = { refreshToken: continuedTokens.refreshToken }
    const { data } = await testApp.call(refreshToken, { body })
    assert.equal((await testApp.call(listEmails, {}, { token: data.accessToken })).status, 200)
    assertAsks(await emails.add(data.accessToken, `more-${randomUUID()}@example.com`))
  })
})
