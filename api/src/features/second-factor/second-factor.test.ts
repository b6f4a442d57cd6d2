/** Tests authenticator apps and recovery codes at a sign-in (N-201, N-202). */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import {
  listSecondFactors,
  makeRecoveryCodes,
  removeTotp,
  renameTotp,
  startTotp,
} from '@foyer/contract/routes/second-factor'
import { stepUp } from '@foyer/contract/routes/step-up'
import { totpMax } from '@foyer/contract/shared-values'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { ageSessions, password } from '../step-up/test-step-up.ts'
import { passStep, secondFactorSteps, waysIn, wrongCode } from './test-second-factor.ts'
import { codeOf } from './test-totp.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { signIn, add, makeEnrolled, complete } = secondFactorSteps(() => testApp)

const claims = (token: string) => {
  const { amr, acr } = decodeJwt(token)
  return { amr, acr }
}

describe('an authenticator app', () => {
  it('computes the codes of RFC 6238, appendix B, and of oathtool where it is installed', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const vectors = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ] as const
    const totp = new TOTP({ secret })
    for (const [seconds, code] of vectors) {
      assert.equal(totp.generate({ timestamp: seconds * 1_000 }), code)
      const tool = runOathtool(secret, seconds)
      if (tool !== null) assert.equal(tool, code)
    }
  })

  it('is asked for after the password, and the session then has two factors', async () => {
    const user = await makeEnrolled()
    assert.deepEqual(claims(user.session.accessToken), { amr: ['pwd'], acr: '1' })
    const refused = await signIn(user.uuid)
    assert.deepEqual([refused.status, refused.code], [403, 'second-factor-needed'])
    const { token, ...ways } = waysIn(refused)
    const has = { totp: true, recoveryCode: true, passkey: false }
    assert.deepEqual(ways, { user: user.uuid, ...has, rememberDays: 30 })
    const opened = await complete({ token, totp: codeOf(user.secret) })
    assert.equal(opened.status, 200, opened.text)
    assert.deepEqual(claims(opened.data.accessToken), { amr: ['pwd', 'mfa', 'otp'], acr: '2' })
    assert.equal((await complete({ token, totp: codeOf(user.secret, 1) })).code, 'second-factor-expired')
  })

  it('gives an otpauth URI with the issuer and the name of the account', async () => {
    const user = await testApp.makeUser()
    const { data: session } = await signIn(user.uuid)
    const { data } = await testApp.call(startTotp, {}, { token: session.accessToken })
    const uri = new URL(data.uri)
    assert.equal(uri.protocol + uri.host, 'otpauth:totp')
    assert.equal(uri.searchParams.get('secret'), data.secret)
    assert.equal(uri.searchParams.get('issuer'), testApp.services.config.provider)
    assert.ok(decodeURIComponent(uri.pathname).endsWith(`:${user.email}`), data.uri)
    assert.equal(data.secret.length, 32)
  })

  it('accepts the code of the step before and after, and no other', async () => {
    const user = await makeEnrolled()
    for (const [steps, status] of [
      [-2, 400],
      [2, 400],
      [-1, 200],
      [1, 200],
    ] as const) {
      await passStep(testApp, user.uuid)
      const { token } = waysIn(await signIn(user.uuid))
      assert.equal((await complete({ token, totp: codeOf(user.secret, steps) })).status, status, `${steps}`)
    }
  })

  it('refuses a used step and every step before it, also for another sign-in', async () => {
    const user = await makeEnrolled()
    const [first, second, third] = [await signIn(user.uuid), await signIn(user.uuid), await signIn(user.uuid)]
    assert.equal((await complete({ token: waysIn(first).token, totp: codeOf(user.secret) })).status, 200)
    for (const steps of [0, -1]) {
      const refused = await complete({ token: waysIn(second).token, totp: codeOf(user.secret, steps) })
      assert.deepEqual([refused.status, refused.code], [400, 'second-factor-wrong'])
      assert.deepEqual(Object.keys(refused.fields), ['totp'])
    }
    assert.equal((await complete({ token: waysIn(third).token, totp: codeOf(user.secret, 1) })).status, 200)
  })

  it('lets one of twenty concurrent sign-ins with one code succeed', async () => {
    const user = await makeEnrolled()
    const tokens = await Promise.all(
      Array.from({ length: 4 }, async () => waysIn(await signIn(user.uuid)).token),
    )
    const totp = codeOf(user.secret)
    const answers = await Promise.all(tokens.map((token) => complete({ token, totp })))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const [left] = tokens.filter((_, index) => answers[index]?.status !== 200)
    await passStep(testApp, user.uuid)
    const again = await Promise.all(
      Array.from({ length: 20 }, () => complete({ token: String(left), totp: codeOf(user.secret) })),
    )
    assert.ok(again.filter(({ status }) => status === 200).length <= 1)
  })

  it('keeps the secret encrypted', async () => {
    const user = await makeEnrolled()
    const { rows } = await sql<{ secret: Buffer }>`select secret from totp_factors
      where user_id = ${user.uuid}`.execute(testApp.services.db)
    assert.ok(!rows[0]?.secret.includes(user.secret))
  })

  it('opens no session of another user', async () => {
    const [one, other] = [await makeEnrolled(), await makeEnrolled()]
    const { token } = waysIn(await signIn(one.uuid))
    assert.equal((await complete({ token, totp: codeOf(other.secret) })).code, 'second-factor-wrong')
    const [code = ''] = other.recoveryCodes
    assert.equal((await complete({ token, recoveryCode: code })).code, 'second-factor-wrong')
  })

  it('is not confirmed by a wrong code, and five are the most', async () => {
    const user = await makeEnrolled()
    const { data: begun } = await testApp.call(startTotp, {}, { token: user.token })
    const { confirmTotp } = await import('@foyer/contract/routes/second-factor')
    const wrong = { params: { id: begun.id }, body: { totp: wrongCode(codeOf(begun.secret)) } }
    assert.equal((await testApp.call(confirmTotp, wrong, { token: user.token })).code, 'second-factor-wrong')
    for (let count = 1; count < totpMax; count += 1) await add(user.token)
    assert.equal((await testApp.call(startTotp, {}, { token: user.token })).code, 'list-full')
    const { data } = await testApp.call(listSecondFactors, {}, { token: user.token })
    assert.deepEqual([data.items.length, data.recoveryCodesLeft, data.isRequired], [5, 10, false])
  })

  it('is renamed, and removed with a proof by the app only', async () => {
    const user = await makeEnrolled()
    const { token } = user
    const params = { id: user.id }
    const renamed = await testApp.call(renameTotp, { params, body: { name: 'Phone' } }, { token })
    assert.equal(renamed.data.name, 'Phone')
    await ageSessions(testApp, user.uuid)
    assert.equal((await testApp.call(removeTotp, { params }, { token })).code, 'proof-needed')
    const weak = await testApp.call(stepUp, { body: password }, { token })
    assert.deepEqual([weak.status, weak.code], [403, 'proof-needed'])
    assert.equal(JSON.parse(weak.text).errors.proofs.has_totp, true)
    assert.equal((await testApp.call(removeTotp, { params }, { token })).code, 'proof-needed')
    assert.equal((await testApp.call(stepUp, { body: { totp: codeOf(user.secret) } }, { token })).status, 204)
    assert.equal((await testApp.call(removeTotp, { params }, { token })).status, 204)
    assert.equal((await signIn(user.uuid)).status, 200)
    const { data } = await testApp.call(listSecondFactors, {}, { token })
    assert.deepEqual([data.items, data.recoveryCodesLeft], [[], 0])
  })

  it('is not removed by a session that another browser opened with the password only', async () => {
    const user = await testApp.makeUser()
    const [{ data: one }, { data: other }] = [await signIn(user.uuid), await signIn(user.uuid)]
    const { id } = await add(one.accessToken)
    const removing = await testApp.call(removeTotp, { params: { id } }, { token: other.accessToken })
    assert.equal(removing.code, 'proof-needed')
  })
})

describe('a recovery code', () => {
  it('stands in for the app once, however it is typed', async () => {
    const user = await makeEnrolled()
    const [code = '', next = ''] = user.recoveryCodes
    const { token } = waysIn(await signIn(user.uuid))
    const typed = ` ${code.toLowerCase().replace('-', ' ')} `
    assert.equal((await complete({ token, recoveryCode: typed })).status, 200)
    const again = waysIn(await signIn(user.uuid))
    const refused = await complete({ token: again.token, recoveryCode: code })
    assert.deepEqual([refused.code, Object.keys(refused.fields)], ['second-factor-wrong', ['recoveryCode']])
    const answers = await Promise.all(
      [await signIn(user.uuid), await signIn(user.uuid)].map((answer) =>
        complete({ token: waysIn(answer).token, recoveryCode: next }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  it('is replaced by a new set', async () => {
    const user = await makeEnrolled()
    await testApp.call(stepUp, { body: { totp: codeOf(user.secret) } }, { token: user.token })
    const { data } = await testApp.call(makeRecoveryCodes, {}, { token: user.token })
    assert.equal(new Set(data.recoveryCodes).size, 10)
    const { token } = waysIn(await signIn(user.uuid))
    const [old = ''] = user.recoveryCodes
    assert.equal((await complete({ token, recoveryCode: old })).code, 'second-factor-wrong')
    assert.equal((await complete({ token, recoveryCode: data.recoveryCodes[9] ?? '' })).status, 200)
  })

  it('is not made for a user without a second factor', async () => {
    const { data } = await signIn((await testApp.makeUser()).uuid)
    assert.equal((await testApp.call(makeRecoveryCodes, {}, { token: data.accessToken })).code, 'not-found')
  })
})

describe('the lockout of second factors', () => {
  it('waits after five wrong codes, leaves the password alone, and keeps the first factor', async () => {
    const user = await makeEnrolled()
    const { token } = waysIn(await signIn(user.uuid))
    const wrong = wrongCode(codeOf(user.secret))
    for (let count = 0; count < 5; count += 1)
      assert.equal((await complete({ token, totp: wrong })).code, 'second-factor-wrong')
    const waiting = await complete({ token, totp: codeOf(user.secret) })
    assert.deepEqual([waiting.status, waiting.code], [429, 'too-many-attempts'])
    // The password still works, and does not clear the lockout.
    const other = waysIn(await signIn(user.uuid))
    assert.equal((await complete({ token: other.token, totp: codeOf(user.secret) })).status, 429)
    await sql`update attempts set blocked_until = null`.execute(testApp.services.db)
    assert.equal((await complete({ token, totp: codeOf(user.secret) })).status, 200)
  })

  it('tells a caller with a wrong password nothing about the second factor', async () => {
    const [enrolled, plain] = [await makeEnrolled(), await testApp.makeUser()]
    const { login } = await import('@foyer/contract/routes/sign-in')
    const answers = await Promise.all(
      [enrolled, plain].map(({ uuid }) =>
        testApp.call(login, { body: { uuid, password: 'not the password', product: 'learning' } }),
      ),
    )
    const [one, other] = answers.map(({ status, text }) => ({ status, text }))
    assert.deepEqual(one, other)
    assert.equal(one?.status, 400)
  })
})

/** Returns the code that oathtool computes; null where it is not installed. */
function runOathtool(secret: string, seconds: number): string | null {
  try {
    const given = ['--totp', '--base32', '--now', `@${seconds}`, secret]
    return execFileSync('oathtool', given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
