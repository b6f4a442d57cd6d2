/** A user's own name: changing it, and giving one again after a proof of the mailbox cleared a stranger's. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { putName } from '@foyer/contract/routes/own-name'
import { getSettings } from '@foyer/contract/routes/settings'
import { findUser } from '@foyer/contract/routes/sign-in'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { trySignUp } from '../sign-up/test-sign-ups.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const rename = (token: string, firstName: string, lastName: string | null = null) =>
  testApp.call(putName, { body: { firstName, lastName } }, { token })

function nameOf(uuid: string) {
  const people = testApp.services.db.selectFrom('users').select(['firstName', 'lastName'])
  return people.where('id', '=', uuid).executeTakeFirst()
}

/** A stranger signs up with an address; its owner comes in by a code from another browser. */
async function takeOver(email: string) {
  const { data: stranger } = await trySignUp(testApp, { email, firstName: 'Mallory', lastName: 'Was here' })
  const { uuid } = stranger.user
  const entered = await tryCode(testApp, await mailedCode(testApp, { uuid, email }))
  return { uuid, stranger, owner: entered.data.universal }
}

describe('the name that a stranger chose', () => {
  it('is gone from the session, the look-up and the handover once the owner proves the mailbox', async () => {
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

  it('cannot be given again with the session of the stranger', async () => {
    const email = 'given-again@example.com'
    // Another copy of the service has just seen that the session goes on.
    const another = await testApp.openAnother()
    const { data: stranger } = await trySignUp(another, { email, firstName: 'Mallory' })
    const { uuid } = stranger.user
    await another.call(getSettings, {}, { token: stranger.accessToken })
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid, email }))
    const { universal: owner } = entered.data
    assert.equal((await rename(stranger.accessToken, 'Mallory')).status, 401)
    const { status } = await another.call(
      putName,
      { body: { firstName: 'Mallory', lastName: null } },
      { token: stranger.accessToken },
    )
    assert.equal(status, 401)
    await another.app.close()
    assert.equal((await rename(owner.accessToken, 'Asha', 'Rao')).status, 204)
    assert.deepEqual(await nameOf(uuid), { firstName: 'Asha', lastName: 'Rao' })
  })
})

describe('one’s own name', () => {
  it('is replaced, and platforms get it with the next code', async () => {
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

  it('is refused with a sentence at its field', async () => {
    const { accessToken } = await testApp.signIn()
    const { status, fields } = await rename(accessToken, '', 'a\nb')
    assert.deepEqual([status, Object.keys(fields)], [400, ['firstName', 'lastName']])
    assert.equal((await rename('made-up', 'Asha')).status, 401)
  })
})
