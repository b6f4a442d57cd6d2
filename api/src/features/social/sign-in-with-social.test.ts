/**
 * Tests the outcome of a reference: it opens the linked account, opens a new account, or is refused
 * (N-42, N-43, N-119, N-122).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { platforms } from '@foyer/contract/platforms'
import { listSessions } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailsTo } from '../schools/test-schools.ts'
import {
  countAccounts,
  linkedTo,
  makeProviderUser,
  referenceOf,
  signUpSocially,
  trySocial,
} from './test-references.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
})
after(() => testApp.close())

/** Runs `work` and checks that it writes no account, link, membership, session or mail. */
async function writingNothing(work: () => Promise<unknown>): Promise<void> {
  const before = await countAccounts(testApp)
  await work()
  assert.deepEqual(await countAccounts(testApp), before)
}

describe('a person without an account', () => {
  it('writes nothing at a login, and signs up with the second use of the same reference (N-42)', async () => {
    const ravi = makeProviderUser()
    const accessToken = await referenceOf(testApp, ravi)
    await writingNothing(async () => {
      const { status, code, errors } = await trySocial(testApp, ravi, { accessToken })
      assert.deepEqual([status, code, errors.emailExists], [400, 'social-account-unknown', false])
      const second = await trySocial(testApp, ravi, { accessToken })
      assert.equal(second.code, 'social-failed')
    })
    const { status, data } = await signUpSocially(testApp, ravi, { accessToken })
    assert.equal(status, 200)
    const { email, fullName, isEmailVerified } = data.user
    assert.deepEqual([email, fullName, isEmailVerified], [ravi.identity.email, 'Ravi Kumar', true])
    assert.deepEqual(decodeJwt(data.accessToken).amr, ['fed'])
    assert.equal((await signUpSocially(testApp, ravi, { accessToken })).code, 'social-failed')
    const again = await trySocial(testApp, ravi)
    assert.deepEqual([again.status, again.data.user.uuid], [200, data.user.uuid])
  })

  it('opens an account with an unproven email where the provider does not prove it', async () => {
    const { data } = await signUpSocially(testApp, makeProviderUser({ provider: 'facebook' }))
    assert.equal(data.user.isEmailVerified, false)
    assert.equal((await testApp.call(listSessions, {}, { token: data.accessToken })).status, 200)
    const unverified = makeProviderUser({ isEmailVerified: false })
    assert.equal((await signUpSocially(testApp, unverified)).data.user.isEmailVerified, false)
  })

  it('asks for an email that the provider does not give, and counts the typed one as unproven', async () => {
    const person = makeProviderUser({ provider: 'facebook', email: null })
    const accessToken = await referenceOf(testApp, person)
    await writingNothing(async () => {
      const { code, fields } = await signUpSocially(testApp, person, { accessToken })
      assert.deepEqual([code, Object.keys(fields)], ['social-email-needed', ['email']])
      const mixed = await signUpSocially(testApp, person, { accessToken, email: 'аsha@example.com' })
      assert.deepEqual([mixed.code, Object.keys(mixed.fields)], ['invalid-request', ['email']])
    })
    const email = 'typed-by-ravi@example.com'
    const { data } = await signUpSocially(testApp, person, { accessToken, email })
    assert.deepEqual([data.user.email, data.user.isEmailVerified], [email, false])
    const other = makeProviderUser()
    const ignored = await signUpSocially(testApp, other, { email: 'not-ravi@example.com' })
    assert.equal(ignored.data.user.email, other.identity.email)
  })

  it('takes a typed name at the first sign-up with Apple alone, within its bounds (N-43)', async () => {
    const apple = makeProviderUser({ provider: 'apple', fullName: null })
    const accessToken = await referenceOf(testApp, apple)
    const sent = (fullName?: string) =>
      signUpSocially(testApp, apple, { accessToken, ...(fullName !== undefined && { fullName }) })
    await writingNothing(async () => {
      const missing = await sent()
      assert.deepEqual(
        [missing.code, missing.message, Object.keys(missing.fields)],
        ['social-name-needed', 'Full Name is required', ['fullName']],
      )
      assert.equal((await sent('  ')).code, 'social-name-needed')
      assert.equal((await sent('42')).fields.fullName?.length, 1)
      const long = await sent('x'.repeat(130))
      assert.deepEqual([long.code, Object.keys(long.fields)], ['social-name-needed', ['fullName']])
      assert.equal((await sent('x'.repeat(600))).code, 'invalid-request')
    })
    const { data } = await sent(' Asha  Devi Rao ')
    assert.deepEqual([data.user.firstName, data.user.lastName], ['Asha', 'Devi Rao'])
    const renamed = await signUpSocially(testApp, apple, { fullName: 'Mallory' })
    assert.equal(renamed.data.user.fullName, 'Asha Devi Rao')
    const google = await signUpSocially(testApp, makeProviderUser(), { fullName: 'Mallory' })
    assert.equal(google.data.user.fullName, 'Ravi Kumar')
  })
})

describe('a person whose account is linked', () => {
  it('becomes a member by a sign-up, never by a login', async () => {
    const person = makeProviderUser()
    const { data } = await signUpSocially(testApp, person)
    const { uuid } = data.user
    await sql`delete from memberships where user_id = ${uuid}`.execute(testApp.services.db)
    await writingNothing(async () => {
      assert.equal((await trySocial(testApp, person)).code, 'no-membership')
    })
    const joined = await signUpSocially(testApp, person)
    assert.deepEqual([joined.status, joined.data.user.uuid], [200, uuid])
    const messages = await testApp.services.outbox.recent(testApp.services.db, 50)
    const own = messages.filter(({ to }) => to === person.identity.email)
    assert.ok(own.some(({ template }) => template === 'platform-added'))
  })

  it('gets a refusal while the account is disabled', async () => {
    const person = makeProviderUser()
    const { data } = await signUpSocially(testApp, person)
    await sql`update users set disabled_at = now() where id = ${data.user.uuid}`.execute(testApp.services.db)
    await writingNothing(async () => {
      for (const purpose of ['login', 'sign_up'] as const) {
        const { status, message, errors } = await trySocial(testApp, person, { purpose })
        assert.deepEqual(
          [status, message, errors.authorized],
          [403, 'Something went wrong. Please try again.', false],
        )
      }
    })
  })

  it('gets a mail about a new browser, and the audit trail names the provider', async () => {
    const person = makeProviderUser()
    const { data } = await signUpSocially(testApp, person)
    await trySocial(testApp, person)
    assert.deepEqual(await mailsTo(testApp, person.identity.email ?? ''), ['new-device'])
    const events = await testApp.services.db
      .selectFrom('auditEvents')
      .select(['event', 'details'])
      .where('userId', '=', data.user.uuid)
      .orderBy('id')
      .execute()
    const named = events.map(({ event, details }) => [event, (details as { provider?: string }).provider])
    assert.deepEqual(named, [
      ['sign-in', 'google'],
      ['signed-up', 'google'],
      ['sign-in', 'google'],
    ])
  })
})

describe('the platform', () => {
  it('answers 403 before anything else where it offers no social sign-in', async () => {
    const person = makeProviderUser()
    await writingNothing(async () => {
      for (const platform of platforms.filter((name) => name !== 'student'))
        for (const purpose of ['login', 'sign_up'] as const) {
          const { status, code } = await trySocial(testApp, person, {
            platform,
            purpose,
            accessToken: 'sr_x',
          })
          assert.deepEqual([platform, status, code], [platform, 403, 'no-access'])
        }
    })
    const wrong = await trySocial(testApp, person, { accountType: 'school' })
    assert.deepEqual([wrong.code, Object.keys(wrong.fields)], ['invalid-request', ['accountType']])
  })
})

describe('a reference', () => {
  it('opens nothing in another browser, once it has expired, or for another provider', async () => {
    const person = makeProviderUser()
    await signUpSocially(testApp, person)
    const accessToken = await referenceOf(testApp, person)
    await writingNothing(async () => {
      const elsewhere = { cookie: makeProviderUser().headers.cookie ?? '' }
      for (const headers of [elsewhere, { cookie: '' }])
        assert.equal((await trySocial(testApp, person, { accessToken }, headers)).code, 'social-failed')
      const asApple = { ...person, identity: { ...person.identity, provider: 'apple' as const } }
      assert.equal((await trySocial(testApp, asApple, { accessToken })).code, 'social-failed')
      const old = await referenceOf(testApp, person)
      await sql`update one_time_tokens set expires_at = now() where purpose = 'social-reference'`.execute(
        testApp.services.db,
      )
      const { status, message } = await trySocial(testApp, person, { accessToken: old })
      assert.deepEqual([status, message], [400, 'Error signing in.'])
    })
  })

  it('signs in one of twenty requests at once', async () => {
    const person = makeProviderUser()
    await signUpSocially(testApp, person)
    const accessToken = await referenceOf(testApp, person)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trySocial(testApp, person, { accessToken })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })
})

describe('sign-ups at once', () => {
  it('open one account for twenty references of one person, and sign all of them in', async () => {
    const person = makeProviderUser()
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUpSocially(testApp, person)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const [uuid = '', ...others] = new Set(answers.map(({ data }) => data.user.uuid))
    assert.deepEqual(others, [])
    assert.deepEqual(await linkedTo(testApp, uuid), ['google'])
  })

  it('open one account for one email of two providers, which neither shares without a proof', async () => {
    const email = 'one-email-of-two@example.com'
    const people = [
      makeProviderUser({ provider: 'facebook', email }),
      makeProviderUser({ provider: 'google', email, isAuthoritative: false }),
    ]
    const answers = await Promise.all(people.map((person) => signUpSocially(testApp, person)))
    assert.deepEqual(answers.map(({ code }) => code ?? 'opened').sort(), ['opened', 'social-link-needed'])
  })

  it('answer a repetition with its key, also after the reference is used up, with the same session', async () => {
    const person = makeProviderUser()
    const accessToken = await referenceOf(testApp, person)
    const key = { 'idempotency-key': randomUUID() }
    const given = { purpose: 'sign_up', accessToken } as const
    const answers = await Promise.all(Array.from({ length: 5 }, () => trySocial(testApp, person, given, key)))
    const repeated = await trySocial(testApp, person, given, key)
    const sessions = [...answers, repeated].map(({ data }) => decodeJwt(data.accessToken).sid)
    assert.equal(new Set(sessions).size, 1)
    const other = await trySocial(testApp, person, { ...given, source: 'other' }, key)
    assert.equal(other.code, 'idempotency-key-reused')
  })
})
