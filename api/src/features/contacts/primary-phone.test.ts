/** Tests verified phone numbers: what they open, which one is primary, and who is told of a change (N-87, N-186). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { listPhones } from '@foyer/contract/profile/phones'
import { sendOtp } from '@foyer/contract/routes/otp'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { codeTo, tryCode } from '../otp/test-codes.ts'
import { trySignUp } from '../sign-up/test-sign-ups.ts'
import { ageSessions, proofsIn, stepUpSteps } from '../step-up/test-step-up.ts'
import { emailSteps } from './test-emails.ts'
import { newNumber, phoneSteps } from './test-phones.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { open } = emailSteps(() => testApp)
const { openPhoneOnly, list, add, remove, makePrimary, addWithCode, addVerified, noticesTo } = phoneSteps(
  () => testApp,
)

/** Signs in with a number and the password, as the page does: looks the account up, then proves it. */
async function signInWith(number: string) {
  const { data } = await testApp.call(findUser, { body: { userId: number, product: 'learning' } })
  const body = { uuid: data.uuid, password: rightPassword, product: 'learning', platform: 'student' } as const
  return testApp.call(login, { body })
}

describe('a verified number', () => {
  it('signs in by password, and by code where it is the primary one', async () => {
    const owner = await open()
    const [first, further] = [newNumber(), newNumber()]
    await addVerified(owner.token, first)
    await addVerified(owner.token, further)
    for (const number of [first, further]) assert.equal((await signInWith(number)).data.user.uuid, owner.uuid)
    const sent = await testApp.call(sendOtp, { body: { medium: 'sms', purpose: 'login', user: owner.uuid } })
    const entered = await tryCode(testApp, { token: sent.data.token, otp: await codeTo(testApp, first) })
    assert.equal(entered.data.user.uuid, owner.uuid)
  })

  it('becomes the primary one on request, which tells the account and the former number', async () => {
    const owner = await open()
    const [former, next] = [newNumber(), newNumber()]
    const formerId = await addVerified(owner.token, former)
    const id = await addVerified(owner.token, next)
    assert.deepEqual(await list(owner.token), [`${former} primary`, `${next} verified`])
    assert.equal((await remove(owner.token, formerId)).code, 'last-phone')
    const { status, data } = await makePrimary(owner.token, id)
    assert.deepEqual([status, data.isPrimary], [200, true])
    assert.deepEqual(await list(owner.token), [`${next} primary`, `${former} verified`])
    assert.deepEqual(await noticesTo(former), ['phone-changed'])
    assert.equal((await noticesTo(owner.email))[0], 'phone-changed')
    assert.equal((await makePrimary(owner.token, id)).status, 200)
    assert.deepEqual(await noticesTo(former), ['phone-changed'], 'the second request changed nothing')
    assert.equal((await remove(owner.token, formerId)).status, 204)
    assert.deepEqual(await noticesTo(former), ['phone-removed', 'phone-changed'])
    assert.equal((await noticesTo(owner.email))[0], 'phone-removed')
    assert.deepEqual(await noticesTo(next), [])
    const found = await testApp.call(findUser, { body: { userId: former, product: 'learning' } })
    assert.equal(found.code, 'user-not-found')
  })

  it('that was replaced still signs its owner in by password, who makes it primary again without a link', async () => {
    const { token, number } = await openPhoneOnly()
    const id = await addVerified(token)
    await makePrimary(token, id)
    assert.deepEqual(await noticesTo(number), ['phone-changed', 'phone-added'])
    const { accessToken } = (await signInWith(number)).data
    const { data } = await testApp.call(listPhones, {}, { token: accessToken })
    const former = data.items.find(({ phoneNumber }) => phoneNumber === number)
    assert.equal((await makePrimary(accessToken, former?.id ?? '')).status, 200)
    assert.equal((await list(accessToken))[0], `${number} primary`)
  })

  it('stays the only primary one where two are chosen at once', async () => {
    const owner = await open()
    await addVerified(owner.token)
    const ids = [await addVerified(owner.token), await addVerified(owner.token)]
    const answers = await Promise.all(ids.map((id) => makePrimary(owner.token, id)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await list(owner.token)).filter((row) => row.endsWith('primary')).length, 1)
  })

  it('is not primary while it is unverified or unknown', async () => {
    const { token } = await open()
    const { id } = await addWithCode(token, newNumber())
    assert.deepEqual(Object.keys((await makePrimary(token, id)).fields), ['isPrimary'])
    assert.equal((await makePrimary(token, randomUUID())).code, 'not-found')
  })

  it('is changed and removed ten times a day at most, since each change sends messages', async () => {
    const limited = await openTestApp({ config: { captcha: 'off' } })
    const { token } = await emailSteps(() => limited).open()
    const its = phoneSteps(() => limited)
    const ids = [await its.addVerified(token), await its.addVerified(token)]
    for (let count = 0; count < 10; count += 1)
      assert.equal((await its.makePrimary(token, ids[(count + 1) % 2] ?? '')).status, 200)
    const refused = [await its.makePrimary(token, ids[1] ?? ''), await its.remove(token, ids[1] ?? '')]
    const { id: claimed } = await its.addWithCode(token, newNumber())
    const unverified = await its.remove(token, claimed)
    await limited.close()
    for (const { status, code } of refused) assert.deepEqual([status, code], [429, 'too-many-attempts'])
    assert.equal(unverified.status, 204, 'the removal of an unverified number sends nothing')
  })

  it('is texted ten codes a day at most, whatever the numbers of a user', async () => {
    const limited = await openTestApp({ config: { captcha: 'off' } })
    const its = phoneSteps(() => limited)
    const { token } = await emailSteps(() => limited).open()
    for (let count = 0; count < 10; count += 1) assert.equal((await its.add(token, newNumber())).status, 200)
    const [, first] = await its.list(token)
    const refused = await its.add(token, first?.split(' ')[0] ?? '')
    await limited.close()
    assert.equal(refused.status, 429)
  })
})

describe('an account with a phone only', () => {
  it('is told by SMS of a new number and of a first email, and of the number that it loses', async () => {
    const owner = await openPhoneOnly()
    const next = newNumber()
    const id = await addVerified(owner.token, next)
    assert.deepEqual(await noticesTo(owner.number), ['phone-added'])
    assert.equal((await makePrimary(owner.token, id)).status, 200)
    assert.deepEqual(await noticesTo(owner.number), ['phone-changed', 'phone-added'])
    const emails = emailSteps(() => testApp)
    const email = `first-${randomUUID()}@example.com`
    await emails.addVerified(owner.token, email)
    assert.deepEqual(await noticesTo(next), ['email-added'])
    assert.deepEqual(await emails.list(owner.token), [`${email} primary`])
  })

  it('keeps its last verified contact, also where two are removed at once', async () => {
    const { token, number } = await openPhoneOnly()
    const [own] = (await testApp.call(listPhones, {}, { token })).data.items
    const only = await remove(token, own?.id ?? '')
    assert.deepEqual([only.status, only.code], [400, 'last-phone'])
    const id = await addVerified(token)
    const answers = await Promise.all([remove(token, own?.id ?? ''), remove(token, id)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400])
    assert.deepEqual(await list(token), [`${number} primary`])
  })

  it('proves a session by a code to its number', async () => {
    const { token, uuid, number } = await openPhoneOnly()
    await testApp.services.db.deleteFrom('credentials').where('userId', '=', uuid).execute()
    await ageSessions(testApp, uuid)
    const refused = await add(token, newNumber())
    assert.deepEqual(proofsIn(refused), {
      has_passkey: false,
      has_totp: false,
      has_password: false,
      code: { medium: 'sms', contact: `${number.slice(0, 3)}•••${number.slice(-3)}` },
    })
    const sent = await testApp.call(sendOtp, { body: { medium: 'sms', purpose: 'step_up', user: uuid } })
    const { prove } = stepUpSteps(() => testApp)
    const proof = { token: sent.data.token, otp: await codeTo(testApp, number) }
    assert.equal((await prove(token, proof)).status, 204)
    assert.equal((await add(token, newNumber())).status, 200)
  })
})

describe('a number beside an email that nobody has proven', () => {
  it('is not primary, and does not keep the owner of the email out, whose proof removes it', async () => {
    const email = `fresh-${randomUUID()}@example.com`
    const { data } = await trySignUp(testApp, { email })
    const number = newNumber()
    const id = await addVerified(data.accessToken, number)
    assert.deepEqual(await list(data.accessToken), [`${number} verified`])
    const refused = await makePrimary(data.accessToken, id)
    assert.deepEqual([refused.status, refused.code], [400, 'invalid-request'])
    assert.match(refused.detail ?? '', /Verify your email address first/)
    await add(data.accessToken, newNumber())
    const sent = await testApp.call(sendOtp, {
      body: { medium: 'email', purpose: 'login', user: data.user.uuid },
    })
    const entered = await tryCode(testApp, { token: sent.data.token, otp: await codeTo(testApp, email) })
    assert.deepEqual(await list(entered.data.universal.accessToken), [])
  })
})

describe('the link that takes a change of the sign-in address back', () => {
  it('removes numbers that were proven since, and lets no older one get codes', async () => {
    const emails = emailSteps(() => testApp)
    const owner = await open()
    const [older, later] = [newNumber(), newNumber()]
    await addVerified(owner.token, older)
    const id = await emails.addVerified(owner.token)
    assert.equal((await emails.makePrimary(owner.token, id)).status, 200)
    await addVerified(owner.token, later)
    await add(owner.token, newNumber())
    assert.equal((await emails.revert(await emails.revertToken(owner.email))).status, 200)
    const { db } = testApp.services
    const rows = await db
      .selectFrom('phones')
      .select(['number', 'isPrimary'])
      .where('userId', '=', owner.uuid)
      .execute()
    assert.deepEqual(rows, [{ number: older, isPrimary: false }])
    const claims = await db.selectFrom('phoneClaims').select('id').where('userId', '=', owner.uuid).execute()
    assert.deepEqual(claims, [])
  })
})
