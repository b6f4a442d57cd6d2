/** Whoever knows a password cannot keep the owner of the address from taking the account back by changing it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changePassword } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { openLink, requestedLink, reset } from '../password-links/test-links.ts'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off' } })
})
after(() => testApp.close())

async function enter(uuid: string): Promise<string> {
  const body = { uuid, password: rightPassword, product: 'learning' } as const
  return (await testApp.call(login, { body })).data.accessToken
}

let changes = 0

/** Once more, to another one each time. */
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

describe('a password that is changed again and again', () => {
  it('ends neither link nor code to an address that its holder has not proven', async () => {
    const victim = await testApp.makeUser()
    await sql`update emails set provenance = 'self_unverified' where user_id = ${victim.uuid}`.execute(
      testApp.services.db,
    )
    await sql`update credentials set provenance = 'self_unverified' where user_id = ${victim.uuid}`.execute(
      testApp.services.db,
    )
    const token = await enter(victim.uuid)
    const link = await requestedLink(testApp, victim)
    const code = await mailedCode(testApp, victim)
    assert.equal((await change(token, rightPassword)).status, 204)
    assert.equal((await openLink(testApp, link)).status, 200)
    assert.equal((await tryCode(testApp, code)).status, 200)
    assert.equal((await reset(testApp, link)).status, 200)
  })

  it('is refused from the sixth time of a day on, and the link that was sent then is good', async () => {
    const owner = await testApp.makeUser()
    const token = await enter(owner.uuid)
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
