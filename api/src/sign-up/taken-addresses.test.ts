/** A sign-up tells whether an address has an account: how dear that gets, and what the owner of the address learns. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { setDisabled } from '../accounts/users/users.ts'
import { solveCaptcha } from '../otp/test-codes.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { apply, applySolved, freshAddress, goodPassword, solveAhead } from './test-applicants.ts'

let testApp: TestApp
/** Its free count is one, so that fewer challenges have to be solved. */
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

let people = 0
async function takenAddress(at = testApp): Promise<string> {
  people += 1
  const { email } = await at.makeUser({ email: `taken${people}@example.com`, platforms: ['professor'] })
  return email
}

type Headers = Record<string, string>

function levelIn(text: string): number {
  return JSON.parse(text).errors.challenge.parameters.data.level
}

/** The level of the challenge that a sign-up from here is asked to solve. */
async function levelFor(headers: Headers, at = strict): Promise<number> {
  const { text, code } = await apply(at, { email: 'not-tried@example.com' }, headers)
  assert.equal(code, 'captcha-needed')
  return levelIn(text)
}

/** Solves the challenge that is due, as a browser does, and returns its level; the address has an account. */
async function applyAsked(email: string, headers: Headers, at = strict): Promise<number> {
  const { text } = await apply(at, { email }, headers)
  const { code } = await apply(at, { email, captcha: await solveCaptcha(text) }, headers)
  assert.equal(code, 'email-taken')
  return levelIn(text)
}

async function messagesTo(email: string) {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 500)
  return messages.filter(({ to }) => to === email)
}

describe('a sign-up with an address that has an account', () => {
  it('makes the captcha challenge of its network harder from the sixth within an hour on', async () => {
    const email = await takenAddress()
    const headers = freshAddress()
    const levels: number[] = []
    for (let count = 0; count < 7; count += 1) levels.push(await applyAsked(email, headers, testApp))
    assert.deepEqual([...levels, await levelFor(headers, testApp)], [1, 1, 1, 1, 1, 2, 3, 4])
    assert.equal(await levelFor(freshAddress(), testApp), 1, 'another network')
  })

  it('makes a challenge that is fetched ahead harder for a sign-up alone', async () => {
    const email = await takenAddress(strict)
    const headers = freshAddress()
    for (let count = 0; count < 2; count += 1) await applyAsked(email, headers)
    const levelOf = async (action: 'sign_up' | 'login') => {
      const { value } = await solveAhead(strict, action, headers)
      return JSON.parse(Buffer.from(value, 'base64').toString()).challenge.parameters.data.level
    }
    assert.equal(await levelOf('login'), 1)
    assert.equal(await levelOf('sign_up'), 3)
  })

  it('is answered to ten at once no more often than to one after another', async () => {
    const email = await takenAddress(strict)
    const headers = freshAddress()
    const solved = await Promise.all(Array.from({ length: 10 }, () => solveAhead(strict, 'sign_up', headers)))
    const answers = await Promise.all(solved.map((captcha) => apply(strict, { email, captcha }, headers)))
    // One is free, and a solution one level below what is due passes.
    assert.equal(answers.filter(({ code }) => code === 'email-taken').length, 2)
    assert.equal(answers.filter(({ code }) => code === 'captcha-refused').length, 8)
  })

  it('counts in the IPv6 /56 around it, too', async () => {
    const email = await takenAddress(strict)
    for (let subnet = 0; subnet < 5; subnet += 1)
      await applyAsked(email, { 'x-forwarded-for': `2001:db8:7:${subnet}::1` })
    assert.equal(await levelFor({ 'x-forwarded-for': '2001:db8:7:ff::1' }), 3)
    assert.equal(await levelFor({ 'x-forwarded-for': '2001:db8:7:100::1' }), 1, 'the neighbouring /56')
  })
})

describe('a sign-up with another outcome', () => {
  it('makes no challenge harder for a class that signs up at the same moment', async () => {
    const headers = freshAddress()
    const solved = await Promise.all(Array.from({ length: 12 }, () => solveAhead(strict, 'sign_up', headers)))
    const answers = await Promise.all(
      solved.map((captcha, pupil) => apply(strict, { email: `class${pupil}@example.com`, captcha }, headers)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(12).fill(200),
    )
  })

  it('makes no challenge harder when its device is refused', async () => {
    const headers = freshAddress()
    const device = { ...headers, 'x-device-id': 'device-that-asks-too-often' }
    const captcha = { value: 'x', type: 'invisible' } as const
    for (let count = 0; count < 5; count += 1)
      assert.equal((await apply(strict, { captcha }, device)).code, 'too-many-attempts')
    assert.equal(await levelFor(headers), 1)
  })

  it('leaves the captcha challenge of its network as it is', async () => {
    const headers = freshAddress()
    for (let count = 0; count < 2; count += 1) {
      const email = `pupil${count}@example.com`
      assert.equal((await applySolved(strict, { email }, headers)).status, 200)
      assert.equal((await applySolved(strict, { platform: 'professor' }, headers)).code, 'no-access')
      assert.equal((await applySolved(strict, { password1: 'password1' }, headers)).status, 400)
      assert.equal((await apply(strict, { email }, headers)).code, 'captcha-needed')
    }
    assert.equal(await levelFor(headers), 1)
  })
})

describe('the owner of the address', () => {
  it('is mailed once a day, wherever the sign-ups come from', async () => {
    const email = await takenAddress()
    for (const spelling of [email, email.toUpperCase(), ` ${email}`])
      assert.equal((await applySolved(testApp, { email: spelling })).code, 'email-taken')
    const messages = await messagesTo(email)
    assert.deepEqual(
      messages.map(({ template }) => template),
      ['sign-up-attempted'],
    )
    const text = messages[0]?.text ?? ''
    assert.match(text, /Someone tried to sign up with your address; you already have an account\./)
    assert.match(text, /^http:\/\/localhost:4000\/\?platform=professor$/m)

    await sql`update attempts set window_ends_at = clock_timestamp() where key like 'notices:%'`.execute(
      testApp.services.db,
    )
    await applySolved(testApp, { email })
    assert.equal((await messagesTo(email)).length, 2, 'another the day after')
  })

  it('is mailed once for ten sign-ups at the same moment', async () => {
    const email = await takenAddress()
    const headers = Array.from({ length: 10 }, freshAddress)
    const answers = await Promise.all(headers.map((each) => applySolved(testApp, { email }, each)))
    assert.equal(answers.filter(({ code }) => code === 'email-taken').length, 10)
    assert.equal((await messagesTo(email)).length, 1)
  })

  it('reads no name that a stranger chose, and no link where they can sign in nowhere', async () => {
    const email = 'squatted@example.com'
    const { data } = await applySolved(testApp, { email, firstName: 'Call us now' })
    await sql`delete from memberships where user_id = ${data.user.uuid}`.execute(testApp.services.db)
    await applySolved(testApp, { email, password1: `${goodPassword} and one` })
    const [message] = await messagesTo(email)
    assert.doesNotMatch(message?.text ?? '', /Call us now|\?platform=/)
    assert.match(message?.text ?? '', /^Hello,$/m)
  })

  it('is not mailed while the account is disabled', async () => {
    const email = await takenAddress()
    const { rows } = await sql<{
      userId: string
    }>`select user_id from emails where address = ${email}`.execute(testApp.services.db)
    await setDisabled(testApp.services.db, rows[0]?.userId ?? '', true)
    assert.equal((await applySolved(testApp, { email })).code, 'email-taken')
    assert.deepEqual(await messagesTo(email), [])
  })
})
