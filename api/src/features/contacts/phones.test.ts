/**
 * Tests the phone numbers that users add to their accounts: claims, codes, and the rights of each kind of number
 * (N-87, N-155, N-186).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listPhones } from '@foyer/contract/profile/phones'
import { sendOtp } from '@foyer/contract/routes/otp'
import { forgotPassword, resetPassword } from '@foyer/contract/routes/password-links'
import { findUser } from '@foyer/contract/routes/sign-in'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { anotherCode, endWaits, tryCode } from '../otp/test-codes.ts'
import { linkTo, partsOf } from '../password-links/test-links.ts'
import { goodPassword } from '../sign-up/test-sign-ups.ts'
import { emailSteps } from './test-emails.ts'
import { newNumber, phoneSteps } from './test-phones.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { open, signIn } = emailSteps(() => testApp)
const { openPhoneOnly, list, add, verify, remove, makePrimary, addWithCode, addVerified, noticesTo } =
  phoneSteps(() => testApp)

describe('phone numbers of an account', () => {
  it('adds a number unverified, proves it by the texted code, lists it in pages, and removes it', async () => {
    const owner = await open()
    assert.deepEqual(await list(owner.token), [])
    const number = newNumber()
    const { id, code } = await addWithCode(owner.token, number)
    assert.deepEqual(await list(owner.token), [`${number} claim`])
    const wrong = await verify(owner.token, id, { ...code, otp: anotherCode(code.otp) })
    assert.deepEqual([wrong.status, wrong.code, Object.keys(wrong.fields)], [400, 'otp-wrong', ['otp']])
    const right = await verify(owner.token, id, code)
    const { isVerified, isPrimary, challenge, phoneNumber } = right.data
    assert.deepEqual([isVerified, isPrimary, challenge, phoneNumber], [true, true, null, number])
    assert.deepEqual(await noticesTo(owner.email), ['phone-added'])
    assert.deepEqual((await verify(owner.token, id, code)).data.isVerified, true)
    const second = await addVerified(owner.token)
    const query = { page: '2', pageSize: '1' }
    const { data } = await testApp.call(listPhones, { query }, { token: owner.token })
    assert.deepEqual([data.items.map((row) => row.id), data.total], [[second], 2])
    assert.equal((await add(owner.token, number)).code, 'entry-exists')
    assert.equal((await remove(owner.token, second)).status, 204)
    assert.equal((await remove(owner.token, second)).code, 'not-found')
    assert.deepEqual(await list(owner.token), [`${number} primary`])
  })

  it('reads a number in any usual form, and asks for the country of one without a country code', async () => {
    const { token } = await open()
    const number = newNumber()
    const national = ` 0${number.slice(3, 8)} ${number.slice(8)}`
    const { data } = await add(token, national, 'IN')
    const formatted = `+91 ${number.slice(3, 8)} ${number.slice(8)}`
    assert.deepEqual([data.phoneNumber, data.formatted], [number, formatted])
    for (const [typed, country, code, field] of [
      ['asha', undefined, 'invalid-request', 'phoneNumber'],
      ['asha@example.com', undefined, 'invalid-request', 'phoneNumber'],
      ['+91 12', undefined, 'phone-invalid', 'phoneNumber'],
      ['98765 43210', undefined, 'country-code-needed', 'countryCode'],
      ['98765 43210', 'AC', 'country-code-needed', 'countryCode'],
      ['+33612345678', undefined, 'sms-country', 'phoneNumber'],
    ] as const) {
      const refused = await add(token, typed, country)
      assert.deepEqual(
        [refused.status, refused.code, Object.keys(refused.fields)],
        [400, code, [field]],
        typed,
      )
    }
    assert.deepEqual(await list(token), [`${number} claim`])
  })

  it('refuses an eleventh number', async () => {
    const { token } = await open()
    for (let count = 0; count < 10; count += 1) assert.equal((await add(token, newNumber())).status, 200)
    const { status, code } = await add(token, newNumber())
    assert.deepEqual([status, code], [400, 'list-full'])
  })

  it('adds no number while the service can text nobody', async () => {
    const without = await openTestApp({ config: { captcha: 'off' } })
    without.services.outbox.canSend = (channel) => channel === 'email'
    const { token } = await emailSteps(() => without).open()
    const its = phoneSteps(() => without)
    const refused = await its.add(token, newNumber())
    const numbers = await its.list(token)
    await without.close()
    assert.deepEqual([refused.status, refused.code], [503, 'sms-unavailable'])
    assert.match(refused.fields.phoneNumber?.[0] ?? '', /try again later/)
    assert.deepEqual(numbers, [])
  })

  it('sends a code again after the wait, also where the number is removed and added again', async () => {
    const { token } = await open()
    const number = newNumber()
    const { id, code } = await addWithCode(token, number)
    for (const answer of [await verify(token, id), await add(token, number)]) {
      assert.deepEqual([answer.status, answer.code], [429, 'otp-too-soon'])
      assert.deepEqual(Object.keys(answer.fields), ['resendAt'])
    }
    await remove(token, id)
    assert.equal((await add(token, number)).code, 'otp-too-soon')
    await endWaits(testApp)
    const sent = await addWithCode(token, number)
    assert.equal((await verify(token, sent.id, { ...sent.code, token: code.token })).code, 'otp-wrong')
    assert.equal((await verify(token, sent.id, sent.code)).status, 200)
  })

  it('answers alike whether the number has an account, and says so only to a reader of its messages', async () => {
    const { token } = await open()
    const other = await openPhoneOnly()
    const answers = []
    for (const number of [other.number, newNumber()]) {
      const { status, text } = await add(token, number)
      answers.push([
        status,
        text
          .replace(number, '')
          .replace(/"formatted":"[^"]*"/, '')
          .replace(/[\w-]{30,}|20\d\d-[^"]*/g, ''),
      ])
    }
    assert.deepEqual(answers[0], answers[1])
    await endWaits(testApp)
    const { id, code } = await addWithCode(token, other.number)
    const taken = await verify(token, id, code)
    assert.deepEqual([taken.status, taken.code, Object.keys(taken.fields)], [400, 'phone-in-use', ['otp']])
    assert.deepEqual(await noticesTo(other.number), [])
    assert.deepEqual(await list(other.token), [`${other.number} primary`])
  })

  it('lets a stranger find, prove and remove no number of another, and binds a code to its session', async () => {
    const owner = await open()
    const stranger = await open()
    const number = newNumber()
    const { id, code } = await addWithCode(owner.token, number)
    for (const answer of [
      await verify(stranger.token, id, code),
      await verify(stranger.token, id),
      await remove(stranger.token, id),
      await makePrimary(stranger.token, id),
    ])
      assert.deepEqual([answer.status, answer.code], [404, 'not-found'])
    const own = await addWithCode(stranger.token, number)
    assert.equal((await verify(stranger.token, own.id, code)).code, 'otp-wrong')
    assert.equal((await testApp.call(sendOtp, { body: { token: code.token } })).code, 'otp-expired')
    assert.equal((await tryCode(testApp, code)).code, 'otp-expired')
    const ofOwner = { token: code.token, otp: await firstCodeTo(number) }
    assert.equal((await verify(owner.token, id, ofOwner)).status, 200)
    // The proof removed the number from every other user's claims.
    assert.deepEqual(await list(stranger.token), [])
  })

  /** Returns the code in the oldest message to a number. */
  async function firstCodeTo(number: string): Promise<string> {
    const sent = (await emailSteps(() => testApp).mailsTo(number)).filter(
      ({ template }) => template === 'verify-phone',
    )
    return /\b\d{6}\b/.exec(sent.at(-1)?.text ?? '')?.[0] ?? ''
  }
})

describe('an unverified number', () => {
  it('finds no account: not to sign in, not by a code, not by a link', async () => {
    const owner = await open()
    const number = newNumber()
    await add(owner.token, number)
    const found = await testApp.call(findUser, { body: { userId: number, product: 'learning' } })
    assert.equal(found.code, 'user-not-found')
    await testApp.call(forgotPassword, { body: { phone: number, product: 'learning' } })
    const messages = await emailSteps(() => testApp).mailsTo(number)
    assert.deepEqual(
      messages.map(({ template }) => template),
      ['verify-phone'],
    )
  })

  it('belongs to one account, however many prove it at once', async () => {
    const number = newNumber()
    const owners = await Promise.all([1, 2, 3, 4].map(() => open()))
    const added = []
    for (const { token } of owners) added.push({ token, ...(await addWithCode(token, number)) })
    const answers = await Promise.all(added.map(({ token, id, code }) => verify(token, id, code)))
    const [won, ...lost] = answers.map(({ status, code }) => (status === 200 ? '' : code)).sort()
    assert.equal(won, '')
    for (const code of lost) assert.match(String(code), /^(phone-in-use|otp-expired|not-found)$/)
    const held = await testApp.services.db
      .selectFrom('phones')
      .select('id')
      .where('number', '=', number)
      .execute()
    assert.equal(held.length, 1)
  })

  it('is removed, and its code ends, with a password reset', async () => {
    const owner = await open()
    const { id, code } = await addWithCode(owner.token, newNumber())
    await testApp.call(forgotPassword, { body: { email: owner.email, product: 'learning' } })
    const params = partsOf(await linkTo(testApp, owner.email))
    const body = { password1: goodPassword, password2: goodPassword }
    assert.equal((await testApp.call(resetPassword, { params, body })).status, 200)
    const token = await signIn(owner.uuid, goodPassword)
    assert.equal((await verify(token, id, code)).code, 'not-found')
    assert.deepEqual(await list(token), [])
  })
})
