/** Tests that an attacker who knows the password cannot block the recovery of the account by changing it (N-86). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changePassword } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { openLink, requestedLink, reset } from '../password-links/test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off' } })
})
after(() => testApp.close())

async function signIn(uuid: string): Promise<string> {
  const body = { uuid, password: rightPassword, product: 'learning' } as const
  return (await testApp.call(login, { body })).data.accessToken
}

let changes = 0

/** Changes the password to a new password, different for each call. */
async function change(token: string, currentPassword: string) {
  changes += 1
  const password1 = `heron on ${changes} tin roofs`
  const answer = await testApp.call(
    changePassword,
    { body: { currentPassword, password1, password2: password1 } },
    { token },
  )
  return { ...answer, password1 }
}

describe('repeated password changes', () => {
  it('keeps links and codes to an unproven address valid when the password is changed', async () => {
    const victim = await testApp.makeUser()
    await sql`update emails set provenance = 'self_unverified' where user_id = ${victim.uuid}`.execute(
      testApp.services.db,
    )
    await sql`update credentials set provenance = 'self_unverified' where user_id = ${victim.uuid}`.execute(
      testApp.services.db,
    )
    const token = await signIn(victim.uuid)
    const link = await requestedLink(testApp, victim)
    const code = await mailedCode(testApp, victim)
    assert.equal((await change(token, rightPassword)).status, 204)
    assert.equal((await openLink(testApp, link)).status, 200)
    assert.equal((await tryCode(testApp, code)).status, 200)
    assert.equal((await reset(testApp, link)).status, 200)
  })

  it('refuses the sixth password change of a day and keeps reset links valid', async () => {
    const owner = await testApp.makeUser()
    const token = await signIn(owner.uuid)
    let password = rightPassword
    for (let turn = 0; turn < 5; turn += 1) {
      const changed = await change(token, password)
      assert.equal(changed.status, 204)
      password = changed.password1
    }
    const link = await requestedLink(testApp, owner)
    const refused = await change(token, password)
    assert.deepEqual([refused.status, refused.code], [429, 'too-many-attempts'])
    assert.equal((await reset(testApp, link)).status, 200)
  })
})
