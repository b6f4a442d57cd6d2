/** How often one may try: by person, device, address and browser, and what trying more often costs. */
import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { type CaptchaChallenge, getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { endWaits, mailedCode, tryCode } from '../otp/test-codes.ts'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

let addresses = 0
/** An address nobody has used yet. */
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

function look(
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

/** As if so many wrong passwords had been tried, the last long enough ago. */
async function setGuesses(count: number, blockedUntil: 'now' | 'infinity'): Promise<void> {
  await sql`update attempts set count = ${count}, blocked_until = ${blockedUntil === 'now' ? sql`clock_timestamp()` : sql`'infinity'`}
    where key like 'guess:%'`.execute(testApp.services.db)
}

describe('looking people up', () => {
  it('costs an address a puzzle from the 31st on, whatever device it claims to be', async () => {
    const headers = freshAddress()
    const from = (device: number) => ({ ...headers, 'x-device-id': `device-number-${device}` })
    for (let count = 0; count < 30; count += 1) assert.equal((await look(from(count))).code, 'user-not-found')
    const asked = await look(from(31))
    assert.equal(asked.code, 'captcha-needed')
    assert.equal(asked.status, 400)
    assert.equal(asked.message, 'Please verify the captcha')
    const solved = await look(from(32), await solve(challengeIn(asked.text)))
    assert.equal(solved.code, 'user-not-found')
  })

  it('costs a device a puzzle from the 5th on, and is refused from the 16th', async () => {
    const headers = { ...freshAddress(), 'x-device-id': 'one-eager-device' }
    for (let count = 0; count < 4; count += 1) assert.equal((await look(headers)).code, 'user-not-found')
    for (let count = 4; count < 15; count += 1) assert.equal((await look(headers)).code, 'captcha-needed')
    const refused = await look(headers)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) > 500)
  })

  it('is refused at twenty times the free count of an address', async () => {
    const headers = freshAddress()
    await look(headers)
    await sql`update attempts set count = 600 where key like 'users-fetch:address:%' and count = 1`.execute(
      testApp.services.db,
    )
    assert.equal((await look(headers)).status, 429)
  })

  it('lets one device ask for ten different people an hour', async () => {
    const patient = await openTestApp({ config: { captcha: 'off', limitsFactor: 1 } })
    const ask = (email: string) =>
      patient.call(
        findUser,
        { body: { userId: email, product: 'learning' } },
        { headers: { 'x-device-id': 'collector-of-people' } },
      )
    for (let person = 0; person < 10; person += 1) {
      assert.equal((await ask(`person-${person}@example.com`)).code, 'user-not-found')
    }
    assert.equal((await ask(' PERSON-3@example.com')).code, 'user-not-found', 'the same person again')
    assert.equal((await ask('person-10@example.com')).status, 429)
    await patient.close()
  })
})

describe('a puzzle', () => {
  it('can be fetched ahead, and its solution passes once', async () => {
    const headers = freshAddress()
    for (let count = 0; count < 31; count += 1) await look(headers)
    const ahead = await testApp.call(getCaptchaChallenge, {}, { headers })
    assert.equal(ahead.status, 200)
    const captcha = await solve(ahead.data)
    const answers = await Promise.all([
      look(headers, captcha),
      look(headers, captcha),
      look(headers, captcha),
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

  it('is refused when forged, made up, easier than due, or out of time', async () => {
    const headers = freshAddress()
    for (let count = 0; count < 130; count += 1) await look(headers)
    const hard = challengeIn((await look(headers)).text)
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
    for (const captcha of values) assert.equal((await look(headers, captcha)).code, 'captcha-refused')
    assert.equal((await look(headers, solved)).code, 'user-not-found')
  })

  it('is not asked for where it is turned off, or by whoever signs in rightly all day', async () => {
    const off = await openTestApp({ config: { captcha: 'off' } })
    for (let count = 0; count < 35; count += 1) {
      const { code } = await off.call(findUser, { body: { userId: 'a@example.com', product: 'learning' } })
      assert.equal(code, 'user-not-found')
    }
    await off.close()
    const lab = { ...freshAddress(), 'x-device-id': 'the-lab-computer' }
    for (let pupil = 0; pupil < 25; pupil += 1) {
      const { uuid } = await testApp.makeUser()
      assert.equal((await tryPassword(uuid, rightPassword, lab)).status, 200, `pupil ${pupil}`)
    }
  })
})

describe('wrong passwords', () => {
  it('cost an address a puzzle from the 21st on', async () => {
    const headers = freshAddress()
    for (let count = 0; count < 20; count += 1) {
      const { uuid } = await testApp.makeUser({ password: null })
      assert.equal((await tryPassword(uuid, 'wrong', headers)).code, 'wrong-credentials')
    }
    const { uuid } = await testApp.makeUser()
    const asked = await tryPassword(uuid, rightPassword, headers)
    assert.equal(asked.code, 'captcha-needed')
    const captcha = await solve(challengeIn(asked.text))
    const body = { uuid, password: rightPassword, product: 'learning' as const, captcha }
    assert.equal((await testApp.call(login, { body }, { headers })).status, 200)
  })

  it('of one device are refused from the eleventh on', async () => {
    const device = { 'x-device-id': 'device-of-a-guesser' }
    for (let count = 0; count < 10; count += 1) {
      const { uuid } = await testApp.makeUser({ password: null })
      const answer = await tryPassword(uuid, 'wrong', { ...freshAddress(), ...device })
      assert.equal(answer.code, 'wrong-credentials')
    }
    const { uuid } = await testApp.makeUser()
    assert.equal((await tryPassword(uuid, 'wrong', { ...freshAddress(), ...device })).status, 429)
  })

  it('close the account at the hundredth: the right password opens it no more', async () => {
    const { uuid } = await testApp.makeUser()
    await tryPassword(uuid, 'wrong')
    await setGuesses(99, 'now')
    assert.equal((await tryPassword(uuid, 'wrong')).code, 'wrong-credentials')
    const closed = await tryPassword(uuid, rightPassword)
    assert.equal(closed.status, 429)
    assert.equal(closed.code, 'account-locked')
    assert.equal(closed.headers['retry-after'], undefined)
  })

  it('of others shut nobody out of the browser in which they signed in before', async () => {
    const { uuid } = await testApp.makeUser()
    const first = await tryPassword(uuid, rightPassword)
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    for (let guess = 0; guess < 7; guess += 1) await tryPassword(uuid, 'wrong')
    assert.equal((await tryPassword(uuid, rightPassword)).status, 429)
    const known = () => ({ ...freshAddress(), cookie })
    assert.equal((await tryPassword(uuid, rightPassword, known())).status, 200)
    assert.equal((await tryPassword(uuid, rightPassword)).status, 429, 'the others still wait')
    for (let guess = 0; guess < 5; guess += 1) await tryPassword(uuid, 'wrong', known())
    assert.equal((await tryPassword(uuid, rightPassword, known())).status, 429, 'its own ladder holds too')
  })

  it('of somebody else are not excused by a browser that knows another person', async () => {
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

describe('right passwords and codes', () => {
  it('are refused from the thirty-first sign-in of one person in ten minutes on, by either way', async () => {
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
    assert.equal((await tryPassword(user.uuid, 'wrong')).code, 'wrong-credentials', 'not held as a guesser')
    assert.equal((await tryPassword(other.uuid, rightPassword)).status, 200)
    await sql`delete from attempts where key like 'sign-ins:%'`.execute(testApp.services.db)
    assert.equal((await tryCode(testApp, right, own())).status, 200, 'the code was kept')
  })
})

describe('the cookie of a known browser', () => {
  it('is random, of this host alone, closed to scripts, and kept at the next sign-in', async () => {
    const { uuid } = await testApp.makeUser()
    const first = String((await tryPassword(uuid, rightPassword)).headers['set-cookie'])
    assert.match(first, /^kd=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/)
    const cookie = first.split(';')[0] ?? ''
    const second = await tryPassword(uuid, rightPassword, {
      ...freshAddress(),
      cookie: `a=b; ${cookie}; kd=x`,
    })
    assert.equal(String(second.headers['set-cookie']).split(';')[0], cookie)
    assert.equal((await tryPassword(uuid, 'wrong')).headers['set-cookie'], undefined)
    const secure = await openTestApp({ config: { baseUrl: 'https://accounts.example' } })
    const person = await secure.makeUser()
    const body = { uuid: person.uuid, password: rightPassword, product: 'learning' as const }
    const set = String((await secure.call(login, { body })).headers['set-cookie'])
    assert.match(set, /^__Host-kd=[\w-]{43}; Path=\/; .*SameSite=Strict; Secure$/)
    await secure.close()
  })
})

describe('counters', () => {
  it('hold across two services on one database, and a restart of one', async () => {
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
