/** Tests changes of the user's own name, including after a proof of the mailbox has removed an impostor's name (N-39). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { putName } from '@foyer/contract/routes/own-name'
import { getSettings } from '@foyer/contract/routes/settings'
import { findUser } from '@foyer/contract/routes/sign-in'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { trySignUp } from '../sign-up/test-sign-ups.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const rename = (token: string, firstName: string, lastName: string | null = null) =>
  testApp.call(putName, { body: { firstName, lastName } }, { token })

function nameOf(uuid: string) {
  const query = testApp.services.db.selectFrom('users').select(['firstName', 'lastName'])
  return query.where('id', '=', uuid).executeTakeFirst()
}

/** Signs an impostor up with an address, then signs the owner of the address in by code with another browser. */
async function takeOver(email: string) {
  const { data: impostor } = await trySignUp(testApp, { email, firstName: 'Mallory', lastName: 'Was here' })
  const { uuid } = impostor.user
  const entered = await tryCode(testApp, await mailedCode(testApp, { uuid, email }))
  return { uuid, impostor, owner: entered.data.universal }
}

describe("impostor's name", () => {
  it("clears an impostor's name everywhere once the owner proves the mailbox", async () => {
    const email = 'named@example.com'
    const { owner } = await takeOver(email)
    assert.deepEqual([owner.user.firstName, owner.user.lastName, owner.user.fullName], ['', null, ''])
    const { data: found } = await testApp.call(findUser, { body: { userId: email, product: 'learning' } })
    assert.equal(found.fullName, null)
    const { data: minted } = await testApp.mint(owner.accessToken)
    const body = { code: minted.code, platform: 'student' as const }
    const { data } = await testApp.call(exchangeCode, { body }, { client: 'student-client' })
    assert.equal(data.session.user.fullName, '')
  })

  it("refuses a name change with an impostor's session", async () => {
    const email = 'given-again@example.com'
    // Another copy of the service has just cached the session as open.
    const another = await testApp.openAnother()
    const { data: impostor } = await trySignUp(another, { email, firstName: 'Mallory' })
    const { uuid } = impostor.user
    await another.call(getSettings, {}, { token: impostor.accessToken })
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid, email }))
    const { universal: owner } = entered.data
    assert.equal((await rename(impostor.accessToken, 'Mallory')).status, 401)
    const { status } = await another.call(
      putName,
      { body: { firstName: 'Mallory', lastName: null } },
      { token: impostor.accessToken },
    )
    assert.equal(status, 401)
    await another.app.close()
    assert.equal((await rename(owner.accessToken, 'Asha', 'Rao')).status, 204)
    assert.deepEqual(await nameOf(uuid), { firstName: 'Asha', lastName: 'Rao' })
  })
})

describe("user's own name", () => {
  it('changes the name and hands it to platforms with the next code', async () => {
    const { accessToken, user } = await testApp.signIn()
    assert.equal((await rename(accessToken, ' Leela ', 'Menon')).status, 204)
    assert.deepEqual(await nameOf(user.uuid), { firstName: 'Leela', lastName: 'Menon' })
    assert.equal((await rename(accessToken, 'Leela', '')).status, 204)
    assert.deepEqual(await nameOf(user.uuid), { firstName: 'Leela', lastName: null })
    const { data: minted } = await testApp.mint(accessToken)
    const body = { code: minted.code, platform: 'student' as const }
    const { data: exchanged } = await testApp.call(exchangeCode, { body }, { client: 'student-client' })
    assert.equal(exchanged.session.user.fullName, 'Leela')
    assert.equal((await rename(exchanged.session.accessToken, 'Platform')).code, 'no-access')
  })

  it('refuses an invalid name with a sentence at its field', async () => {
    const { accessToken } = await testApp.signIn()
    const { status, fields } = await rename(accessToken, '', 'a\nb')
    assert.deepEqual([status, Object.keys(fields)], [400, ['firstName', 'lastName']])
    assert.equal((await rename('made-up', 'Asha')).status, 401)
  })
})
