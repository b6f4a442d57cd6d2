/** Tests the limits of look-ups and sign-ins by user, device, network address and browser (N-03, N-10, N-11, N-34). */
import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { type CaptchaChallenge, getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { endWaits, mailedCode, tryCode } from '../otp/test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

let addresses = 0
/** Returns headers of an unused network address. */
function freshAddress(): Record<string, string> {
  addresses += 1
  return { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` }
}

async function solve(challenge: unknown): Promise<{ value: string; type: 'invisible' }> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey })
  const value = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return { value, type: 'invisible' }
}

const challengeIn = (text: string): CaptchaChallenge => JSON.parse(text).errors.challenge

function lookUp(
  headers: Record<string, string>,
  captcha?: { value: string; type: 'invisible' },
  email = 'a@example.com',
) {
  return testApp.call(
    findUser,
    { body: { userId: email, product: 'learning', ...(captcha && { captcha }) } },
    { headers },
  )
}

function tryPassword(uuid: string, password: string, headers: Record<string, string> = freshAddress()) {
  return testApp.call(login, { body: { uuid, password, product: 'learning' } }, { headers })
}

/** Sets the count of wrong passwords and the end of the lockout. */
async function setGuesses(count: number, blockedUntil: 'now' | 'infinity'): Promise<void> {
  await sql`update attempts set count = ${count}, blocked_until = ${blockedUntil === 'now' ? sql`clock_timestamp()` : sql`'infinity'`}
    where key like 'guess:%'`.execute(testApp.services.db)
}

describe('look-up limits', () => {
  it('demands a captcha of a network address after thirty look-ups, whatever device id it sends', async () => {
    const headers = freshAddress()
    const from = (device: number) => ({ ...headers, 'x-device-id': `device-number-${device}` })
    for (let count = 0; count < 30; count += 1)
      assert.equal((await lookUp(from(count))).code, 'user-not-found')
    const unsolved = await lookUp(from(31))
    assert.equal(unsolved.code, 'captcha-needed')
    assert.equal(unsolved.status, 400)
    assert.equal(unsolved.message, 'Please verify the captcha')
    const solved = await lookUp(from(32), await solve(challengeIn(unsolved.text)))
    assert.equal(solved.code, 'user-not-found')
  })

  it('demands a captcha of a device from the fifth look-up on and refuses the sixteenth', async () => {
    const headers = { ...freshAddress(), 'x-device-id': 'one-eager-device' }
    for (let count = 0; count < 4; count += 1) assert.equal((await lookUp(headers)).code, 'user-not-found')
    for (let count = 4; count < 15; count += 1) assert.equal((await lookUp(headers)).code, 'captcha-needed')
    const refused = await lookUp(headers)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) > 500)
  })

  it('refuses look-ups at twenty times the free count of a network address', async () => {
    const headers = freshAddress()
    await lookUp(headers)
    await sql`update attempts set count = 600 where key like 'users-fetch:address:%' and count = 1`.execute(
      testApp.services.db,
    )
    assert.equal((await lookUp(headers)).status, 429)
  })

  it('lets a device look up ten different users an hour', async () => {
    const ownApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1 } })
    const lookUpOne = (email: string) =>
      ownApp.call(
        findUser,
        { body: { userId: email, product: 'learning' } },
        { headers: { 'x-device-id': 'collector-of-users' } },
      )
    for (let count = 0; count < 10; count += 1) {
      assert.equal((await lookUpOne(`person-${count}@example.com`)).code, 'user-not-found')
    }
    assert.equal((await lookUpOne(' PERSON-3@example.com')).code, 'user-not-found', 'the same user again')
    assert.equal((await lookUpOne('person-10@example.com')).status, 429)
    await ownApp.close()
  })
})

describe('sign-in captcha', () => {
  it('accepts the solution of a challenge fetched ahead once', async () => {
    const headers = freshAddress()
    for (let count = 0; count < 31; count += 1) await lookUp(headers)
    const ahead = await testApp.call(getCaptchaChallenge, {}, { headers })
    assert.equal(ahead.status, 200)
    const captcha = await solve(ahead.data)
    const answers = await Promise.all([
      lookUp(headers, captcha),
      lookUp(headers, captcha),
      lookUp(headers, captcha),
    ])
    assert.deepEqual(answers.map((answer) => answer.code).sort(), [
      'captcha-refused',
      'captcha-refused',
      'user-not-found',
    ])
    const refused = answers.find((answer) => answer.code === 'captcha-refused')
    assert.deepEqual(refused?.fields, { invalidCaptcha: ['Verification failed, please try again later'] })
    assert.ok(challengeIn(refused?.text ?? '').signature)
  })

  it('refuses a solution that is forged, made up, easier than due or expired', async () => {
    const headers = freshAddress()
    for (let count = 0; count < 130; count += 1) await lookUp(headers)
    const hard = challengeIn((await lookUp(headers)).text)
    const easy = await testApp.services.proofOfWork.challenge(1)
    assert.ok(Number(levelIn(hard)) > 1)
    const forged = { ...hard, parameters: { ...hard.parameters, data: { level: 9 } } }
    const solved = await solve(hard)
    const other = JSON.parse(Buffer.from(solved.value, 'base64').toString())
    other.solution.derivedKey = 'ff'.repeat(32)
    const wrongKey = { ...solved, value: Buffer.from(JSON.stringify(other)).toString('base64') }
    mock.timers.enable({ apis: ['Date'], now: Date.now() - 601_000 })
    const old = await testApp.services.proofOfWork.challenge(4)
    mock.timers.reset()
    const values = [
      await solve(easy),
      await solve(forged),
      await solve(old),
      wrongKey,
      { ...solved, value: 'e30=' },
    ]
    for (const captcha of values) assert.equal((await lookUp(headers, captcha)).code, 'captcha-refused')
    assert.equal((await lookUp(headers, solved)).code, 'user-not-found')
  })

  it('demands no captcha if it is off, or for right passwords all day', async () => {
    const off = await openTestApp({ config: { captcha: 'off' } })
    for (let count = 0; count < 35; count += 1) {
      const { code } = await off.call(findUser, { body: { userId: 'a@example.com', product: 'learning' } })
      assert.equal(code, 'user-not-found')
    }
    await off.close()
    const classroom = { ...freshAddress(), 'x-device-id': 'the-classroom-computer' }
    for (let count = 0; count < 25; count += 1) {
      const { uuid } = await testApp.makeUser()
      assert.equal((await tryPassword(uuid, rightPassword, classroom)).status, 200, `user ${count}`)
    }
  })
})

describe('wrong passwords', () => {
  it('demands a captcha of a network address after twenty wrong passwords', async () => {
    const headers = freshAddress()
    for (let count = 0; count < 20; count += 1) {
      const { uuid } = await testApp.makeUser({ password: null })
      assert.equal((await tryPassword(uuid, 'wrong', headers)).code, 'wrong-credentials')
    }
    const { uuid } = await testApp.makeUser()
    const unsolved = await tryPassword(uuid, rightPassword, headers)
    assert.equal(unsolved.code, 'captcha-needed')
    const captcha = await solve(challengeIn(unsolved.text))
    const body = { uuid, password: rightPassword, product: 'learning' as const, captcha }
    assert.equal((await testApp.call(login, { body }, { headers })).status, 200)
  })

  it('refuses a device after ten wrong passwords', async () => {
    const device = { 'x-device-id': 'device-of-a-guesser' }
    for (let count = 0; count < 10; count += 1) {
      const { uuid } = await testApp.makeUser({ password: null })
      const answer = await tryPassword(uuid, 'wrong', { ...freshAddress(), ...device })
      assert.equal(answer.code, 'wrong-credentials')
    }
    const { uuid } = await testApp.makeUser()
    assert.equal((await tryPassword(uuid, 'wrong', { ...freshAddress(), ...device })).status, 429)
  })

  it('locks the account at the hundredth wrong password, even for the right one', async () => {
    const { uuid } = await testApp.makeUser()
    await tryPassword(uuid, 'wrong')
    await setGuesses(99, 'now')
    assert.equal((await tryPassword(uuid, 'wrong')).code, 'wrong-credentials')
    const locked = await tryPassword(uuid, rightPassword)
    assert.equal(locked.status, 429)
    assert.equal(locked.code, 'account-locked')
    assert.equal(locked.headers['retry-after'], undefined)
  })

  it('keeps a known browser out of a lockout by other browsers', async () => {
    const { uuid } = await testApp.makeUser()
    const first = await tryPassword(uuid, rightPassword)
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    for (let guess = 0; guess < 7; guess += 1) await tryPassword(uuid, 'wrong')
    assert.equal((await tryPassword(uuid, rightPassword)).status, 429)
    const known = () => ({ ...freshAddress(), cookie })
    assert.equal((await tryPassword(uuid, rightPassword, known())).status, 200)
    assert.equal((await tryPassword(uuid, rightPassword)).status, 429, 'other browsers are still locked')
    for (let guess = 0; guess < 5; guess += 1) await tryPassword(uuid, 'wrong', known())
    assert.equal((await tryPassword(uuid, rightPassword, known())).status, 429, 'its own lockout applies')
  })

  it('locks an account despite the known browser of another user', async () => {
    const attacker = await testApp.makeUser()
    const victim = await testApp.makeUser()
    const cookie =
      String((await tryPassword(attacker.uuid, rightPassword)).headers['set-cookie']).split(';')[0] ?? ''
    const known = () => ({ ...freshAddress(), cookie })
    for (let guess = 0; guess < 5; guess += 1) await tryPassword(victim.uuid, 'wrong', known())
    assert.equal((await tryPassword(victim.uuid, 'wrong', known())).status, 429)
    assert.equal((await tryPassword(victim.uuid, 'wrong')).status, 429)
  })
})

describe('limit of sign-ins', () => {
  it('refuses a user more than thirty sign-ins in ten minutes by password and code', async () => {
    const user = await testApp.makeUser()
    const other = await testApp.makeUser()
    for (let count = 0; count < 29; count += 1)
      assert.equal((await tryPassword(user.uuid, rightPassword)).status, 200, `${count}`)
    const own = () => ({ headers: freshAddress() })
    assert.equal((await tryCode(testApp, await mailedCode(testApp, user, own()), own())).status, 200)
    const refused = await tryPassword(user.uuid, rightPassword)
    assert.equal(refused.code, 'too-many-attempts')
    assert.ok(Number(refused.headers['retry-after']) > 500)
    await endWaits(testApp)
    const right = await mailedCode(testApp, user, own())
    for (let count = 0; count < 6; count += 1)
      assert.equal((await tryCode(testApp, right, own())).code, 'too-many-attempts')
    assert.equal(
      (await tryPassword(user.uuid, 'wrong')).code,
      'wrong-credentials',
      'not locked by wrong codes',
    )
    assert.equal((await tryPassword(other.uuid, rightPassword)).status, 200)
    await sql`delete from attempts where key like 'sign-ins:%'`.execute(testApp.services.db)
    assert.equal((await tryCode(testApp, right, own())).status, 200, 'the code is still valid')
  })
})

describe('cookie of a known browser', () => {
  it('sets a random host-only HttpOnly cookie and keeps it at the next sign-in', async () => {
    const { uuid } = await testApp.makeUser()
    const [first = ''] = [(await tryPassword(uuid, rightPassword)).headers['set-cookie'] ?? '']
      .flat()
      .map(String)
    assert.match(first, /^kd=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/)
    const cookie = first.split(';')[0] ?? ''
    const second = await tryPassword(uuid, rightPassword, {
      ...freshAddress(),
      cookie: `a=b; ${cookie}; kd=x`,
    })
    assert.equal(String(second.headers['set-cookie']).split(';')[0], cookie)
    assert.equal((await tryPassword(uuid, 'wrong')).headers['set-cookie'], undefined)
    const secure = await openTestApp({ config: { baseUrl: 'https://accounts.example' } })
    const user = await secure.makeUser()
    const body = { uuid: user.uuid, password: rightPassword, product: 'learning' as const }
    const [set = ''] = [(await secure.call(login, { body })).headers['set-cookie'] ?? ''].flat().map(String)
    assert.match(set, /^__Host-kd=[\w-]{43}; Path=\/; .*SameSite=Strict; Secure$/)
    await secure.close()
  })
})

describe('counters', () => {
  it('keeps counters across two copies of the service and a restart', async () => {
    const { uuid } = await testApp.makeUser()
    const second = await testApp.openAnother()
    const body = { uuid, password: 'wrong', product: 'learning' as const }
    for (let guess = 0; guess < 5; guess += 1) {
      await (guess % 2 ? testApp : second).call(login, { body }, { headers: freshAddress() })
    }
    assert.equal((await second.call(login, { body }, { headers: freshAddress() })).status, 429)
    await second.close()
    const third = await testApp.openAnother()
    assert.equal((await third.call(login, { body }, { headers: freshAddress() })).status, 429)
    await third.close()
  })
})

function levelIn({ parameters }: CaptchaChallenge): unknown {
  return (parameters.data as { level: number }).level
}
