/** Tests the cost of finding out by sign-ups whether addresses have accounts, and how the owners are notified (N-01b). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { setDisabled } from '../../identity/users/users.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { solveCaptcha } from '../otp/test-codes.ts'
import { freshAddress, goodPassword, solveAhead, trySignUp, trySolvedSignUp } from './test-sign-ups.ts'

let testApp: TestApp
/** A test app with only one free sign-up, so that the tests need to solve fewer challenges. */
let strict: TestApp
before(async () => {
  const trustedProxies = ['127.0.0.1']
  testApp = await openTestApp({ config: { trustedProxies } })
  strict = await openTestApp({ config: { trustedProxies, limitsFactor: 0.2 } })
})
after(() => Promise.all([testApp.close(), strict.close()]))
beforeEach(async () => {
  for (const { services } of [testApp, strict]) await sql`truncate attempts`.execute(services.db)
})

let userCount = 0
async function takenAddress(ownApp = testApp): Promise<string> {
  userCount += 1
  const { email } = await ownApp.makeUser({
    email: `taken${userCount}@example.com`,
    platforms: ['professor'],
  })
  return email
}

type Headers = Record<string, string>

function levelIn(text: string): number {
  return JSON.parse(text).errors.challenge.parameters.data.level
}

/** Returns the level of the challenge that a sign-up with these headers must solve. */
async function levelFor(headers: Headers, at = strict): Promise<number> {
  const { text, code } = await trySignUp(at, { email: 'not-tried@example.com' }, headers)
  assert.equal(code, 'captcha-needed')
  return levelIn(text)
}

/** Signs up with a taken address, solves the required challenge and returns its level. */
async function signUpTaken(email: string, headers: Headers, at = strict): Promise<number> {
  const { text } = await trySignUp(at, { email }, headers)
  const { code } = await trySignUp(at, { email, captcha: await solveCaptcha(text) }, headers)
  assert.equal(code, 'email-taken')
  return levelIn(text)
}

async function messagesTo(email: string) {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 500)
  return messages.filter(({ to }) => to === email)
}

describe('sign-up with a taken address', () => {
  it('raises the captcha level of a network from the sixth taken address within an hour on', async () => {
    const email = await takenAddress()
    const headers = freshAddress()
    const levels: number[] = []
    for (let count = 0; count < 7; count += 1) levels.push(await signUpTaken(email, headers, testApp))
    assert.deepEqual([...levels, await levelFor(headers, testApp)], [1, 1, 1, 1, 1, 2, 3, 4])
    assert.equal(await levelFor(freshAddress(), testApp), 1, 'another network')
  })

  it('raises the level of a challenge fetched ahead for sign-up only', async () => {
    const email = await takenAddress(strict)
    const headers = freshAddress()
    for (let count = 0; count < 2; count += 1) await signUpTaken(email, headers)
    const levelOf = async (action: 'sign_up' | 'login') => {
      const { value } = await solveAhead(strict, action, headers)
      return JSON.parse(Buffer.from(value, 'base64').toString()).challenge.parameters.data.level
    }
    assert.equal(await levelOf('login'), 1)
    assert.equal(await levelOf('sign_up'), 3)
  })

  it('reveals a taken address to ten requests at once no more often than in sequence', async () => {
    const email = await takenAddress(strict)
    const headers = freshAddress()
    const solved = await Promise.all(Array.from({ length: 10 }, () => solveAhead(strict, 'sign_up', headers)))
    const answers = await Promise.all(solved.map((captcha) => trySignUp(strict, { email, captcha }, headers)))
    // One sign-up is free, and the service accepts a solution one level below the required level.
    assert.equal(answers.filter(({ code }) => code === 'email-taken').length, 2)
    assert.equal(answers.filter(({ code }) => code === 'captcha-refused').length, 8)
  })

  it('counts sign-ups with taken addresses for the IPv6 /56 as well', async () => {
    const email = await takenAddress(strict)
    for (let subnet = 0; subnet < 5; subnet += 1)
      await signUpTaken(email, { 'x-forwarded-for': `2001:db8:7:${subnet}::1` })
    assert.equal(await levelFor({ 'x-forwarded-for': '2001:db8:7:ff::1' }), 3)
    assert.equal(await levelFor({ 'x-forwarded-for': '2001:db8:7:100::1' }), 1, 'the neighbouring /56')
  })
})

describe('captcha level after other sign-ups', () => {
  it('keeps the captcha level for a class that signs up at the same moment', async () => {
    const headers = freshAddress()
    const solved = await Promise.all(Array.from({ length: 12 }, () => solveAhead(strict, 'sign_up', headers)))
    const answers = await Promise.all(
      solved.map((captcha, index) =>
        trySignUp(strict, { email: `class${index}@example.com`, captcha }, headers),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(12).fill(200),
    )
  })

  it('keeps the captcha level when a device is refused', async () => {
    const headers = freshAddress()
    const device = { ...headers, 'x-device-id': 'device-that-asks-too-often' }
    const captcha = { value: 'x', type: 'invisible' } as const
    for (let count = 0; count < 5; count += 1)
      assert.equal((await trySignUp(strict, { captcha }, device)).code, 'too-many-attempts')
    assert.equal(await levelFor(headers), 1)
  })

  it('keeps the captcha level after successful and otherwise refused sign-ups', async () => {
    const headers = freshAddress()
    for (let count = 0; count < 2; count += 1) {
      const email = `pupil${count}@example.com`
      assert.equal((await trySolvedSignUp(strict, { email }, headers)).status, 200)
      assert.equal((await trySolvedSignUp(strict, { platform: 'professor' }, headers)).code, 'no-access')
      assert.equal((await trySolvedSignUp(strict, { password1: 'password1' }, headers)).status, 400)
      assert.equal((await trySignUp(strict, { email }, headers)).code, 'captcha-needed')
    }
    assert.equal(await levelFor(headers), 1)
  })
})

describe('notice to the owner of a taken address', () => {
  it('mails the owner of a taken address once a day', async () => {
    const email = await takenAddress()
    for (const spelling of [email, email.toUpperCase(), ` ${email}`])
      assert.equal((await trySolvedSignUp(testApp, { email: spelling })).code, 'email-taken')
    const messages = await messagesTo(email)
    assert.deepEqual(
      messages.map(({ template }) => template),
      ['sign-up-attempted'],
    )
    const text = messages[0]?.text ?? ''
    assert.match(
      text,
      /Someone tried to create a Foyer account with your email address\. You already have one\./,
    )
    assert.match(text, /^http:\/\/localhost:4000\/\?platform=professor$/m)

    await sql`update attempts set window_ends_at = clock_timestamp() where key like 'notices:%'`.execute(
      testApp.services.db,
    )
    await trySolvedSignUp(testApp, { email })
    assert.equal((await messagesTo(email)).length, 2, 'one more on the next day')
  })

  it('mails the owner of a taken address once for ten sign-ups at once', async () => {
    const email = await takenAddress()
    const headers = Array.from({ length: 10 }, freshAddress)
    const answers = await Promise.all(headers.map((each) => trySolvedSignUp(testApp, { email }, each)))
    assert.equal(answers.filter(({ code }) => code === 'email-taken').length, 10)
    assert.equal((await messagesTo(email)).length, 1)
  })

  it("omits an impostor's name, and the link if the user has no membership, from the notice", async () => {
    const email = 'squatted@example.com'
    const { data } = await trySolvedSignUp(testApp, { email, firstName: 'Call us now' })
    await sql`delete from memberships where user_id = ${data.user.uuid}`.execute(testApp.services.db)
    await trySolvedSignUp(testApp, { email, password1: `${goodPassword} and one` })
    const [message] = await messagesTo(email)
    assert.doesNotMatch(message?.text ?? '', /Call us now|\?platform=/)
    assert.match(message?.text ?? '', /^Hello,$/m)
  })

  it('mails no owner whose account is disabled', async () => {
    const email = await takenAddress()
    const { rows } = await sql<{
      userId: string
    }>`select user_id from emails where address = ${email}`.execute(testApp.services.db)
    await setDisabled(testApp.services.db, rows[0]?.userId ?? '', true)
    assert.equal((await trySolvedSignUp(testApp, { email })).code, 'email-taken')
    assert.deepEqual(await messagesTo(email), [])
  })
})
