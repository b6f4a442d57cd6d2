/**
 * Tests the deletion of an account by its user: who may ask, what ends at once, and how a sign-in cancels it (N-190).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getProfile, getPublicProfile } from '@foyer/contract/profile/profile-routes'
import { getDeletion, requestDeletion } from '@foyer/contract/routes/account-deletion'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { getSettings, putSettings } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { deletionGraceDays } from '@foyer/contract/shared-values'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, originOf, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { messagesTo, newPassword, requestedLink, reset } from '../password-links/test-links.ts'
import { openBackChannel } from '../sessions/test-back-channel.ts'
import { makeProviderUser, signUpSocially, trySocial } from '../social/test-references.ts'
import { ageSessions } from '../step-up/test-step-up.ts'
import { carryOutDeletions } from './deletion-jobs.ts'
import { type Account, deletionSteps } from './test-deletion.ts'

const apps = { config: { captcha: 'off', limitsFactor: 1_000 } } as const

let testApp: TestApp
before(async () => {
  testApp = await openTestApp(apps)
})
after(() => testApp.close())

const steps = deletionSteps(() => testApp)
const { signIn, open, ask, kept, isSignedIn, openLeaving, move, doJobs, exists, noticesTo } = steps

const eventsOf = async (uuid: string) => {
  const { rows } = await sql<{ event: string }>`select event from audit_events where user_id = ${uuid}
    and event like 'deletion-%' order by at`.execute(testApp.services.db)
  return rows.map(({ event }) => event)
}

describe('a user who asks for the deletion of the account', () => {
  it('is signed out everywhere, gets the date, and a mail that says how to keep the account', async () => {
    const { uuid, email, token } = await open()
    const elsewhere = await signIn(uuid)
    const { status, data } = await ask(token)
    assert.equal(status, 200)
    const days = (Date.parse(data.dueAt) - Date.now()) / 86_400_000
    assert.equal(Math.round(days), deletionGraceDays)
    assert.deepEqual([await isSignedIn(token), await isSignedIn(elsewhere)], [false, false])
    const [mail] = await messagesTo(testApp, email)
    assert.equal(mail?.template, 'deletion-requested')
    assert.match(mail?.text ?? '', /sign in before then/)
    assert.deepEqual(await eventsOf(uuid), ['deletion-requested'])
    await doJobs()
    assert.ok(await exists(uuid))
    assert.deepEqual(await noticesTo(email), ['deletion-requested'])
  })

  it('needs a recent proof in the session', async () => {
    const { uuid, token } = await open()
    await ageSessions(testApp, uuid)
    assert.equal((await ask(token)).code, 'proof-needed')
    assert.ok(await isSignedIn(token))
  })

  it('is refused without a session, and with the session of a platform', async () => {
    const { uuid, token } = await open()
    assert.equal((await ask('')).status, 401)
    assert.equal((await testApp.call(requestDeletion, {})).status, 401)
    const { code } = (await testApp.mint(token, { redirectUrl: `${originOf('student')}/callback` })).data
    const redeemed = await testApp.call(
      exchangeCode,
      { body: { code, platform: 'student' } },
      { client: 'student-client' },
    )
    const platform = redeemed.data.session.accessToken
    assert.equal((await ask(platform)).code, 'no-access')
    assert.equal((await testApp.call(getDeletion, {}, { token: platform })).code, 'no-access')
    await doJobs()
    await move(uuid, deletionGraceDays)
    await doJobs()
    assert.ok(await exists(uuid))
  })

  it('leaves every other account as it is', async () => {
    const other = await open()
    const { uuid } = await openLeaving()
    await move(uuid, deletionGraceDays)
    await doJobs()
    assert.deepEqual([await exists(uuid), await exists(other.uuid)], [false, true])
    assert.ok(await isSignedIn(other.token))
    assert.equal(await kept(other.token), null)
  })

  it('without an email is told by SMS', async () => {
    const phoneNumber = '+919876500190'
    const { uuid, token } = await open({ phoneNumber })
    await sql`delete from emails where user_id = ${uuid}`.execute(testApp.services.db)
    assert.equal((await ask(token)).status, 200)
    assert.deepEqual(await noticesTo(phoneNumber), ['deletion-requested'])
  })

  it('is told at the proven number, not at an unproven email that may be another person’s', async () => {
    const phoneNumber = '+919876500191'
    const { uuid, email, token } = await open({ phoneNumber })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    assert.equal((await ask(token)).status, 200)
    assert.deepEqual([await noticesTo(phoneNumber), await noticesTo(email)], [['deletion-requested'], []])
  })

  it('is refused if the session ends while the request waits for the user', async () => {
    const { uuid, token } = await open()
    const another = await testApp.openAnother()
    const { db } = another.services
    const { answer } = await db.transaction().execute(async (trx) => {
      await sql`select from users where id = ${uuid} for update`.execute(trx)
      const answer = ask(token)
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      while ((await waiting.execute(db)).rows.length === 0) await new Promise(setImmediate)
      await sql`update sessions set revoked_at = now(), revoked_reason = 'logout' where user_id = ${uuid}`.execute(
        trx,
      )
      return { answer }
    })
    assert.equal((await answer).code, 'session-ended')
    assert.deepEqual(await eventsOf(uuid), [])
    await another.close()
  })

  it('has no public profile until a sign-in', async () => {
    const { token, uuid } = await open()
    const { data: settings } = await testApp.call(getSettings, {}, { token })
    await testApp.call(putSettings, { body: { ...settings, profileVisibility: 'public' } }, { token })
    const { username } = (await testApp.call(getProfile, {}, { token })).data
    const shown = async () => (await testApp.call(getPublicProfile, { params: { username } })).status
    assert.equal(await shown(), 200)
    await ask(token)
    assert.equal(await shown(), 404)
    await signIn(uuid)
    assert.equal(await shown(), 200)
  })

  it('asks again after a cancelled deletion, with a new date', async () => {
    const { uuid } = await openLeaving()
    await move(uuid, 10)
    const token = await signIn(uuid)
    await doJobs()
    const { data } = await ask(token)
    assert.equal(Math.round((Date.parse(data.dueAt) - Date.now()) / 86_400_000), deletionGraceDays)
    await move(uuid, deletionGraceDays)
    await doJobs()
    assert.equal(await exists(uuid), false)
  })
})

describe('a platform of a user who asks for the deletion', () => {
  it('gets a logout token for its session, and none of a user who only tried', async () => {
    const back = await openBackChannel()
    back.startDelivery()
    const { uuid, own, child } = await back.open()
    const request = () => back.testApp.call(requestDeletion, {}, { token: own.accessToken })
    await ageSessions(back.testApp, uuid)
    assert.deepEqual(await back.endedBy(request), [])
    await ageSessions(back.testApp, uuid, -3_600)
    assert.deepEqual(await back.endedBy(request), [child.id])
    await back.close()
  })
})

describe('a sign-in within the grace period', () => {
  const ways: Record<string, (account: Account) => Promise<string>> = {
    'by password': ({ uuid }) => signIn(uuid),
    'by code': async (account) => {
      const { data } = await tryCode(testApp, await mailedCode(testApp, account))
      return data.universal.accessToken
    },
    'with the password of a reset link': async (account) => {
      await reset(testApp, await requestedLink(testApp, account))
      return signIn(account.uuid, newPassword)
    },
  }

  for (const [way, enter] of Object.entries(ways))
    it(`${way} cancels the deletion, and the user is told by mail and on the account page`, async () => {
      const account = await openLeaving()
      await move(account.uuid, deletionGraceDays - 1)
      const token = await enter(account)
      assert.notEqual(await kept(token), null)
      await doJobs()
      assert.deepEqual((await noticesTo(account.email)).at(-1), 'deletion-cancelled')
      assert.deepEqual(await eventsOf(account.uuid), ['deletion-requested', 'deletion-cancelled'])
      await move(account.uuid, 2)
      await doJobs()
      assert.ok(await exists(account.uuid))
      assert.ok(await isSignedIn(token))
      assert.equal((await noticesTo(account.email)).filter((name) => name === 'deletion-cancelled').length, 1)
    })

  it('through a social provider cancels the deletion', async () => {
    const ravi = makeProviderUser()
    const { data } = await signUpSocially(testApp, ravi)
    const { uuid } = data.user
    assert.equal((await ask(data.accessToken)).status, 200)
    const again = await trySocial(testApp, ravi)
    assert.notEqual(await kept(again.data.accessToken), null)
    await move(uuid, deletionGraceDays)
    await doJobs()
    assert.ok(await exists(uuid))
  })

  it('cancels the deletion also if the user has signed out again before a job runs', async () => {
    const { uuid } = await openLeaving()
    const id = decodeJwt(await signIn(uuid)).sid
    await sql`update sessions set revoked_at = now() where id = ${String(id)}`.execute(testApp.services.db)
    await move(uuid, deletionGraceDays)
    await doJobs()
    assert.ok(await exists(uuid))
  })

  it('is named on the account page for seven days', async () => {
    const { uuid } = await openLeaving()
    const token = await signIn(uuid)
    await doJobs()
    assert.notEqual(await kept(token), null)
    await sql`update account_deletions set cancelled_at = now() - interval '8 days' where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    await doJobs()
    assert.equal(await kept(token), null)
  })

  it('with a wrong password cancels nothing', async () => {
    const { uuid } = await openLeaving()
    const body = { uuid, password: 'not the password', product: 'learning', platform: 'student' } as const
    assert.notEqual((await testApp.call(login, { body })).status, 200)
    await move(uuid, deletionGraceDays)
    await doJobs()
    assert.equal(await exists(uuid), false)
  })

  it('at the moment of the deletion keeps the account whole, or finds no account', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => openLeaving()))
    for (const { uuid } of accounts) await move(uuid, deletionGraceDays)
    const [, ...answers] = await Promise.all([
      carryOutDeletions(testApp.services, 100),
      ...accounts.map(({ uuid }) =>
        testApp.call(login, {
          body: { uuid, password: rightPassword, product: 'learning', platform: 'student' },
        }),
      ),
    ])
    for (const [index, { status, data }] of answers.entries()) {
      const { uuid } = accounts[index] as Account
      if (status === 200)
        assert.deepEqual([await exists(uuid), await isSignedIn(data.accessToken)], [true, true])
      else assert.equal(await exists(uuid), false)
    }
  })
})
