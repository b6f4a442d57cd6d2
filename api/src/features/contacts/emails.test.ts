/**
 * Tests the addresses that users add to their accounts: claims, codes, and the rights of each kind of address
 * (N-30, N-87, N-155).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { listEmails } from '@foyer/contract/profile/emails'
import { sendOtp } from '@foyer/contract/routes/otp'
import { forgotPassword, resetPassword } from '@foyer/contract/routes/password-links'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { anotherCode, endWaits, mailedCode, tryCode } from '../otp/test-codes.ts'
import { linkTo, partsOf } from '../password-links/test-links.ts'
import { goodPassword, trySignUp } from '../sign-up/test-sign-ups.ts'
import { emailSteps } from './test-emails.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const steps = emailSteps(() => testApp)
const { open, list, add, verify, remove, addVerified, codeTo, mailsTo } = steps
const fresh = () => `fresh-${randomUUID()}@example.com`

describe('further email addresses', () => {
  it('adds an address unverified, proves it by the mailed code, lists it in pages, and removes it', async () => {
    const owner = await open()
    assert.deepEqual(await list(owner.token), [`${owner.email} primary`])
    const email = fresh()
    const { status, data } = await add(owner.token, `  ${email} `)
    assert.deepEqual([status, data.isVerified, data.isPrimary], [200, false, false])
    assert.deepEqual(await list(owner.token), [`${owner.email} primary`, `${email} claim`])
    const code = { token: data.challenge.token, otp: await codeTo(email) }
    const wrong = await verify(owner.token, data.id, { ...code, otp: anotherCode(code.otp) })
    assert.deepEqual([wrong.status, wrong.code, Object.keys(wrong.fields)], [400, 'otp-wrong', ['otp']])
    const right = await verify(owner.token, data.id, code)
    assert.deepEqual([right.status, right.data.isVerified, right.data.challenge], [200, true, null])
    assert.deepEqual(
      (await mailsTo(owner.email)).map(({ template }) => template),
      ['email-added'],
    )
    const again = await verify(owner.token, data.id, code)
    assert.deepEqual([again.status, again.data.isVerified], [200, true])
    const { text } = await testApp.call(
      listEmails,
      { query: { page: '2', pageSize: '1' } },
      { token: owner.token },
    )
    const { data: second, meta } = JSON.parse(text)
    assert.deepEqual([second.length, second[0].id, meta], [1, data.id, { page: 2, page_size: 1, total: 2 }])
    assert.equal((await add(owner.token, email)).code, 'entry-exists')
    assert.equal((await remove(owner.token, data.id)).status, 204)
    assert.deepEqual(await list(owner.token), [`${owner.email} primary`])
    assert.equal((await remove(owner.token, data.id)).code, 'not-found')
  })

  it('refuses text that is no address, and more than ten addresses', async () => {
    const { token } = await open()
    for (const email of ['asha', 'a@b', 'ash\u200ba@example.com'])
      assert.deepEqual(Object.keys((await add(token, email)).fields), ['email'])
    for (let count = 1; count < 10; count += 1) assert.equal((await add(token, fresh())).status, 200)
    const { status, code } = await add(token, fresh())
    assert.deepEqual([status, code], [400, 'list-full'])
  })

  it('sends a code again after the wait, also where the address is removed and added again', async () => {
    const { token } = await open()
    const email = fresh()
    const { data } = await add(token, email)
    for (const answer of [await verify(token, data.id), await add(token, email)]) {
      assert.deepEqual([answer.status, answer.code], [429, 'otp-too-soon'])
      assert.deepEqual(Object.keys(answer.fields), ['resendAt'])
    }
    await remove(token, data.id)
    assert.equal((await add(token, email)).code, 'otp-too-soon')
    await endWaits(testApp)
    const { data: sent } = await add(token, email)
    const otp = await codeTo(email)
    const stale = await verify(token, sent.id, { token: data.challenge.token, otp })
    assert.equal(stale.code, 'otp-wrong')
    assert.equal((await verify(token, sent.id, { token: sent.challenge.token, otp })).status, 200)
  })

  it('answers alike whether the address has an account, and says so only to a reader of its mail', async () => {
    const { token } = await open()
    const other = await open()
    const answers = []
    for (const email of [other.email, fresh()]) {
      const { status, data, text } = await add(token, email)
      answers.push([status, text.replace(email, '').replace(/[\w-]{30,}|20\d\d-[^"]*/g, '')])
      if (email !== other.email) continue
      const code = { token: data.challenge.token, otp: await codeTo(email) }
      const taken = await verify(token, data.id, code)
      assert.deepEqual([taken.status, taken.code, Object.keys(taken.fields)], [400, 'email-in-use', ['otp']])
      assert.deepEqual(
        (await mailsTo(email)).map(({ template }) => template),
        ['verify-email'],
      )
    }
    assert.deepEqual(answers[0], answers[1])
    assert.deepEqual(await list(other.token), [`${other.email} primary`])
  })

  it('lets a stranger find, prove and remove no address of another, and binds a code to its session', async () => {
    const owner = await open()
    const stranger = await open()
    const email = fresh()
    const { data } = await add(owner.token, email)
    const code = { token: data.challenge.token, otp: await codeTo(email) }
    for (const answer of [
      await verify(stranger.token, data.id, code),
      await verify(stranger.token, data.id),
      await remove(stranger.token, data.id),
      await steps.makePrimary(stranger.token, data.id),
    ])
      assert.deepEqual([answer.status, answer.code], [404, 'not-found'])
    const { data: own } = await add(stranger.token, email)
    assert.equal((await verify(stranger.token, own.id, code)).code, 'otp-wrong')
    const resent = await testApp.call(sendOtp, { body: { token: data.challenge.token } })
    assert.equal(resent.code, 'otp-expired')
    const asSignIn = await tryCode(testApp, { ...code, otp: code.otp })
    assert.equal(asSignIn.code, 'otp-expired')
    assert.equal((await verify(owner.token, data.id, code)).status, 200)
    // The proof removed the address from every other user's claims.
    assert.deepEqual(await list(stranger.token), [`${stranger.email} primary`])
  })
})

describe('the codes of one user', () => {
  it('mails twenty codes a day at most, whatever the addresses', async () => {
    const limited = await openTestApp({ config: { captcha: 'off' } })
    const its = emailSteps(() => limited)
    const { token } = await its.open()
    for (let count = 0; count < 20; count += 1) {
      const { status, data } = await its.add(token, fresh())
      assert.equal(status, 200)
      await its.remove(token, data.id)
    }
    const email = fresh()
    const refused = [await its.add(token, email), await its.add(token, email)]
    await limited.close()
    for (const { status, code } of refused)
      assert.deepEqual(
        [status, code],
        [429, 'too-many-attempts'],
        'a code that was not mailed begins no wait',
      )
  })
})

describe('an unverified further address', () => {
  it('finds no account by an unverified further address: not to sign in, not by a code, not by a link', async () => {
    const owner = await open()
    const email = fresh()
    await add(owner.token, email)
    const signedIn = await testApp.call(login, {
      body: { email, password: rightPassword, product: 'learning' },
    })
    assert.equal(signedIn.code, 'wrong-credentials')
    const found = await testApp.call(findUser, { body: { userId: email, product: 'learning' } })
    assert.equal(found.code, 'user-not-found')
    await testApp.call(forgotPassword, { body: { email, product: 'learning' } })
    assert.deepEqual(
      (await mailsTo(email)).map(({ template }) => template),
      ['verify-email'],
    )
  })

  it('keeps the owner of a claimed address neither from signing up nor from proving it, which ends all claims', async () => {
    const [first, second] = [await open(), await open()]
    const email = fresh()
    await add(first.token, email)
    const { data: own } = await add(second.token, email)
    const late = { token: own.challenge.token, otp: await codeTo(email) }
    const { status, data } = await trySignUp(testApp, { email })
    assert.equal(status, 200)
    assert.equal((await verify(second.token, own.id, late)).code, 'email-in-use')
    assert.equal((await list(first.token)).length, 2)
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid: data.user.uuid, email }))
    assert.equal(entered.data.user.uuid, data.user.uuid)
    for (const { token, email: kept } of [first, second])
      assert.deepEqual(await list(token), [`${kept} primary`])
  })
})

describe('a verified further address', () => {
  it('signs in by password with a verified further address, which no other account can have', async () => {
    const owner = await open()
    const email = fresh()
    await addVerified(owner.token, email)
    const { data } = await testApp.call(login, {
      body: { email, password: rightPassword, product: 'learning' },
    })
    assert.deepEqual([data.user.uuid, data.user.email], [owner.uuid, owner.email])
    assert.equal((await trySignUp(testApp, { email })).code, 'email-taken')
  })

  it('sends codes and links to the sign-in address alone, whatever verified address is typed', async () => {
    const owner = await open()
    const email = fresh()
    await addVerified(owner.token, email)
    const before = (await mailsTo(email)).length
    await testApp.call(forgotPassword, { body: { email, product: 'learning' } })
    assert.equal((await mailsTo(email)).length, before)
    assert.equal((await mailsTo(owner.email))[0]?.template, 'reset-password')
  })
})

describe('the unproven address of an account', () => {
  it('proves the first address by its code in a session of the account, and removes nothing', async () => {
    const email = fresh()
    const { data } = await trySignUp(testApp, { email, firstName: 'Asha' })
    const { accessToken: token } = data
    assert.deepEqual(await list(token), [`${email} primary`])
    const claim = await add(token, fresh())
    const [own] = JSON.parse((await testApp.call(listEmails, {}, { token })).text).data
    const { data: sent } = await verify(token, own.id)
    const code = { token: sent.challenge?.token ?? '', otp: await codeTo(email) }
    assert.deepEqual((await verify(token, own.id, code)).data.isVerified, true)
    assert.equal((await list(token)).length, 2)
    assert.equal(claim.status, 200)
    const signedIn = await testApp.call(login, {
      body: { email, password: goodPassword, product: 'learning' },
    })
    assert.equal(signedIn.data.user.isEmailVerified, true)
  })

  it('removes the further addresses of a stranger once its owner proves it', async () => {
    const email = fresh()
    const { data } = await trySignUp(testApp, { email })
    const { accessToken, user } = data
    const strangers = fresh()
    await addVerified(accessToken, strangers)
    await add(accessToken, fresh())
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid: user.uuid, email }))
    assert.deepEqual(await list(entered.data.universal.accessToken), [`${email} primary`])
    assert.equal((await trySignUp(testApp, { email: strangers })).status, 200)
  })
})

describe('a pending change of emails', () => {
  it('voids the code of a new address after a sign-in from elsewhere', async () => {
    const owner = await open()
    const email = fresh()
    const { data } = await add(owner.token, email)
    const code = { token: data.challenge.token, otp: await codeTo(email) }
    await steps.signIn(owner.uuid)
    assert.equal((await verify(owner.token, data.id, code)).code, 'otp-expired')
    assert.equal((await list(owner.token)).length, 2)
  })

  it('voids the code of a new address after a password reset, and removes the address', async () => {
    const owner = await open()
    const email = fresh()
    const { data } = await add(owner.token, email)
    const code = { token: data.challenge.token, otp: await codeTo(email) }
    await testApp.call(forgotPassword, { body: { email: owner.email, product: 'learning' } })
    const params = partsOf(await linkTo(testApp, owner.email))
    const body = { password1: goodPassword, password2: goodPassword }
    assert.equal((await testApp.call(resetPassword, { params, body })).status, 200)
    const token = await steps.signIn(owner.uuid, goodPassword)
    assert.equal((await verify(token, data.id, code)).code, 'not-found')
    assert.deepEqual(await list(token), [`${owner.email} primary`])
  })
})
