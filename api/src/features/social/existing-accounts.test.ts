/**
 * Tests identities whose email has an account: the account is linked by the provider's proof, needs a proof by the user, or
 * is taken back from an impostor (N-41, N-110, N-118).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { listSessions } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { lockContacts } from '../../identity/users/users.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { requestedLink, reset } from '../password-links/test-links.ts'
import { mailsTo } from '../schools/test-schools.ts'
import { goodPassword, trySignUp } from '../sign-up/test-sign-ups.ts'
import {
  countAccounts,
  linkCode,
  linkedTo,
  makeProviderUser,
  referenceOf,
  signUpSocially,
  tryLink,
  trySocial,
} from './test-references.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
})
after(() => testApp.close())

let addresses = 0
function freshGmail(): string {
  addresses += 1
  return `existing${addresses}@gmail.com`
}

function tryPassword(email: string, password = goodPassword) {
  return testApp.call(login, { body: { email, password, product: 'learning' } })
}

function isOpen(token: string) {
  return testApp.call(listSessions, {}, { token }).then(({ status }) => status === 200)
}

/** Checks whether a transaction waits for another transaction's lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    testApp.services.db,
  )
  return rows.length > 0
}

describe('an account with a proven email', () => {
  it('links by the word of a provider that gives the address out, and mails the owner (N-41)', async () => {
    for (const provider of ['google', 'apple'] as const) {
      const { uuid, email } = await testApp.makeUser({ email: freshGmail() })
      const person = makeProviderUser({ provider, email, fullName: { firstName: 'Mallory', lastName: '' } })
      const { status, data } = await trySocial(testApp, person)
      assert.deepEqual([status, data.user.uuid, data.user.fullName], [200, uuid, 'Asha Rao'])
      assert.deepEqual(await linkedTo(testApp, uuid), [provider])
      assert.deepEqual(await mailsTo(testApp, email), ['social-linked'])
      assert.equal((await tryPassword(email, rightPassword)).status, 200)
    }
  })

  it('links by no other word, nor for another account of the same provider (N-41)', async () => {
    const cases = [
      { provider: 'facebook' },
      { isAuthoritative: false },
      { isEmailVerified: false },
      { provider: 'apple', isEmailVerified: false },
    ] as const
    for (const given of cases) {
      const { uuid, email } = await testApp.makeUser({ email: freshGmail() })
      const before = await countAccounts(testApp)
      for (const purpose of ['login', 'sign_up'] as const) {
        const { status, code, errors } = await trySocial(testApp, makeProviderUser({ email, ...given }), {
          purpose,
        })
        assert.deepEqual([status, code], [400, 'social-link-needed'])
        assert.deepEqual([errors.emailExists, errors.account], [true, { email, hasPassword: true }])
      }
      assert.deepEqual([await countAccounts(testApp), await linkedTo(testApp, uuid)], [before, []])
    }
    const own = makeProviderUser()
    const { data } = await signUpSocially(testApp, own)
    const sameAddress = makeProviderUser({ email: own.identity.email })
    assert.equal((await signUpSocially(testApp, sameAddress)).code, 'social-link-needed')
    assert.equal((await trySocial(testApp, own)).data.user.uuid, data.user.uuid)
  })

  it('links an invited user, whose invitation was sent to the same mailbox', async () => {
    const { uuid, email } = await testApp.makeUser({ email: freshGmail(), password: null })
    await sql`update emails set provenance = 'invited', verified_at = null where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    const { data } = await trySocial(testApp, makeProviderUser({ email }))
    assert.deepEqual([data.user.uuid, data.user.isEmailVerified], [uuid, true])
  })

  it('is told to its owner alone by a login on a platform without its membership, and joins it by a sign-up', async () => {
    const { uuid, email } = await testApp.makeUser({ email: freshGmail(), platforms: ['professor'] })
    const before = await countAccounts(testApp)
    const ofOthers = await trySocial(testApp, makeProviderUser({ provider: 'facebook', email }))
    assert.equal(ofOthers.code, 'social-account-unknown')
    const { code, detail, errors } = await trySocial(testApp, makeProviderUser({ email }))
    assert.deepEqual([code, errors.platforms], ['no-membership', ['professor']])
    assert.equal(detail, 'You signed in with Google, but this account has no access to Learning.')
    assert.deepEqual(await countAccounts(testApp), before)
    const { data } = await signUpSocially(testApp, makeProviderUser({ email }))
    assert.deepEqual([data.user.uuid, data.platform], [uuid, 'student'])
  })

  it('discloses a missing password to the browser of a member alone, at the same number of statements', async () => {
    const member = await testApp.makeUser({ email: freshGmail(), password: null })
    const professor = await testApp.makeUser({
      email: freshGmail(),
      password: null,
      platforms: ['professor'],
    })
    const disabled = await testApp.makeUser({ email: freshGmail(), password: null })
    await sql`update users set disabled_at = now() where id = ${disabled.uuid}`.execute(testApp.services.db)
    const told: unknown[] = []
    const counts = new Set<number>()
    for (const { email } of [member, professor, disabled]) {
      const person = makeProviderUser({ provider: 'facebook', email })
      const accessToken = await referenceOf(testApp, person)
      counts.add(
        await testApp.countStatements(async () => {
          const { errors } = await signUpSocially(testApp, person, { accessToken })
          told.push(errors.account?.hasPassword)
        }),
      )
    }
    assert.deepEqual([told, counts.size], [[false, true, true], 1])
  })

  it('lets a typed email find at most five accounts a day for each person', async () => {
    const strict = await openTestApp({ config: { trustedProxies: ['127.0.0.1'], captcha: 'off' } })
    try {
      const codes: unknown[] = []
      const person = makeProviderUser({ provider: 'facebook', email: null })
      for (let count = 0; count < 6; count += 1) {
        const { email } = await strict.makeUser()
        codes.push((await signUpSocially(strict, person, { email })).code)
      }
      assert.deepEqual(codes, [...Array(5).fill('social-link-needed'), 'too-many-attempts'])
      // An email without an account is refused in the same way, and a login ignores a typed email.
      const { email: known } = await strict.makeUser()
      const unknown = 'nobody-has-this@example.com'
      for (const [purpose, refusal] of [
        ['sign_up', 'too-many-attempts'],
        ['login', 'social-account-unknown'],
      ] as const)
        for (const email of [known, unknown])
          assert.equal((await trySocial(strict, person, { purpose, email })).code, refusal)
    } finally {
      await strict.close()
    }
  })
})

describe('an account that a stranger opened with the email', () => {
  it('leaves a stranger with a password for the word of the provider (N-41)', async () => {
    const email = freshGmail()
    const stranger = await trySignUp(testApp, { email, firstName: 'Mallory' })
    const { status, data } = await trySocial(testApp, makeProviderUser({ email }))
    const { uuid, fullName, isEmailVerified } = data.user
    assert.deepEqual(
      [status, uuid, fullName, isEmailVerified],
      [200, stranger.data.user.uuid, 'Ravi Kumar', true],
    )
    assert.equal(await isOpen(stranger.data.accessToken), false)
    assert.equal(await isOpen(data.accessToken), true)
    assert.equal((await tryPassword(email)).code, 'wrong-credentials')
  })

  it('leaves a stranger with an account of a provider for a code, a link, another provider and a proof', async () => {
    const takers = {
      async code(email: string, uuid: string) {
        return (await tryCode(testApp, await mailedCode(testApp, { uuid, email }))).status
      },
      async link(email: string) {
        return (await reset(testApp, await requestedLink(testApp, { email }))).status
      },
      async provider(email: string) {
        return (await trySocial(testApp, makeProviderUser({ email }))).status
      },
      async proof(email: string) {
        const own = makeProviderUser({ provider: 'apple', email, isAuthoritative: false })
        assert.equal((await trySocial(testApp, own)).code, 'social-link-needed')
        return (await tryLink(testApp, own, { proof: await linkCode(testApp, email) })).status
      },
    }
    for (const [how, take] of Object.entries(takers)) {
      const email = freshGmail()
      const stranger = makeProviderUser({ provider: 'facebook', email })
      const { data } = await signUpSocially(testApp, stranger)
      assert.equal(await take(email, data.user.uuid), 200, how)
      assert.equal(await isOpen(data.accessToken), false, how)
      assert.equal((await trySocial(testApp, stranger)).code, 'social-link-needed', how)
      assert.ok(!(await linkedTo(testApp, data.user.uuid)).includes('facebook'), how)
    }
  })

  it('keeps its provider when its owner proves the email in the browser that signed up', async () => {
    const person = makeProviderUser({ provider: 'facebook', email: freshGmail() })
    const { data, headers } = await signUpSocially(testApp, person)
    const { uuid, email } = data.user
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const entered = await tryCode(testApp, await mailedCode(testApp, { uuid, email: email ?? '' }), {
      headers: { cookie },
    })
    assert.equal(entered.status, 200)
    assert.equal((await trySocial(testApp, person)).data.user.uuid, uuid)
    assert.equal(await isOpen(data.accessToken), true)
  })

  it('does not lead a provider into the account of somebody who has proven its number', async () => {
    const email = freshGmail()
    const { uuid } = await testApp.makeUser({ email, phoneNumber: '+919876500011' })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    assert.equal((await trySocial(testApp, makeProviderUser({ email }))).code, 'social-link-needed')
    assert.deepEqual(await linkedTo(testApp, uuid), [])
  })

  it('does not lead a provider into the account of somebody who proves its number meanwhile', async () => {
    const { db } = testApp.services
    const email = freshGmail()
    const { uuid } = await testApp.makeUser({ email, phoneNumber: '+919876500012' })
    for (const table of ['emails', 'phones'] as const)
      await db.updateTable(table).set({ provenance: 'self_unverified' }).where('userId', '=', uuid).execute()
    const answer = await db.transaction().execute(async (trx) => {
      await lockContacts(trx, uuid)
      const asked = trySocial(testApp, makeProviderUser({ email }))
      while (!(await isWaiting())) await setTimeout(10)
      await trx.updateTable('phones').set({ provenance: 'verified' }).where('userId', '=', uuid).execute()
      return { asked }
    })
    assert.equal((await answer.asked).code, 'social-link-needed')
    assert.deepEqual(await linkedTo(testApp, uuid), [])
  })

  it('does not keep a session that the stranger opens while the owner proves the email', async () => {
    const email = freshGmail()
    const stranger = makeProviderUser({ provider: 'facebook', email })
    await signUpSocially(testApp, stranger)
    const own = makeProviderUser({ email })
    const [taken, ...others] = await Promise.all([
      trySocial(testApp, own),
      ...Array.from({ length: 8 }, () => trySocial(testApp, stranger)),
    ])
    assert.equal(taken.status, 200)
    for (const { data } of others.filter(({ status }) => status === 200))
      assert.equal(await isOpen(data.accessToken), false)
    assert.equal(await isOpen(taken.data.accessToken), true)
  })
})
