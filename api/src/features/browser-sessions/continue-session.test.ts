/** Tests that a user who is signed in at one platform continues at another in the same browser (N-169, N-170). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { addEmail } from '@foyer/contract/profile/emails'
import { logout, refreshToken } from '@foyer/contract/routes/sessions'
import { getSettings } from '@foyer/contract/routes/settings'
import { stepUp } from '@foyer/contract/routes/step-up'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { disableUser, endMembership } from '../accounts/account-status-changes.ts'
import { openBrowser, sidOf } from './test-browser.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const entryOf = async (browser: ReturnType<typeof openBrowser>, platform: Platform) =>
  (await browser.list(platform)).data.accounts[0]?.entry

/** Signs a user in at the first platform, in a browser of their own. */
async function signedIn(platforms: Platform[], user: Parameters<TestApp['makeUser']>[0] = {}) {
  const { uuid, email } = await testApp.makeUser({ platforms, ...user })
  const browser = openBrowser(testApp)
  const { status, data } = await browser.signIn(uuid, platforms[0])
  assert.equal(status, 200)
  return { uuid, email, browser, own: data }
}

const age = (uuid: string, hours: number) =>
  sql`update sessions set auth_time = auth_time - make_interval(hours => ${hours}::int), created_at = created_at - make_interval(hours => ${hours}::int)
    where user_id = ${uuid}`.execute(testApp.services.db)

const eventsOf = async (uuid: string) =>
  testApp.services.db
    .selectFrom('auditEvents')
    .select(['event', 'platform', 'details'])
    .where('userId', '=', uuid)
    .orderBy('id')
    .execute()

const mailsTo = async (uuid: string) => {
  const { rows } = await sql<{
    template: string
  }>`select template from messages where recipient_mac is not null
    and created_at > now() - interval '1 minute' order by created_at`.execute(testApp.services.db)
  return { uuid, templates: rows.map(({ template }) => template) }
}

describe('continuing at another platform', () => {
  it('lists the account with its platform, and opens a session with one tap', async () => {
    const { uuid, browser, own } = await signedIn(['student', 'school'], { firstName: 'Maya' })
    const { data } = await browser.list('school')
    assert.deepEqual(
      data.accounts.map(({ fullName, contact, entry, hasPassword, platforms }) => ({
        ...{ fullName, contact, entry, hasPassword },
        platforms: platforms.map(({ platform }) => platform),
      })),
      [
        {
          fullName: 'Maya Rao',
          contact: 'p•••@example.com',
          entry: 'continue',
          hasPassword: true,
          platforms: ['student'],
        },
      ],
    )
    assert.equal(data.lastUsed, null, 'nobody has used the school here')
    const { status, data: continued } = await browser.continueAs(uuid, 'school')
    assert.deepEqual([status, continued.platform, continued.user.uuid], [200, 'school', uuid])
    const [first, second] = [own, continued].map(({ accessToken }) => decodeJwt(accessToken))
    assert.deepEqual([second?.auth_time, second?.amr], [first?.auth_time, first?.amr])
    const after = (await browser.list('school')).data
    assert.equal(after.lastUsed, uuid)
    assert.deepEqual(after.accounts[0]?.platforms.map(({ platform }) => platform).sort(), [
      'school',
      'student',
    ])
  })

  it('takes a professor to four platforms of staff with one password and three taps', async () => {
    const { uuid, browser } = await signedIn(['professor', 'iqa', 'centreAdmin', 'applicationFormAdmin'])
    for (const platform of ['iqa', 'centreAdmin', 'applicationFormAdmin'] as const) {
      const { status, data } = await browser.continueAs(uuid, platform, { delivery: 'popup' })
      assert.deepEqual([status, data.platform], [200, platform])
      const { code } = (await testApp.mint(data.accessToken, { platform })).data
      assert.match(code, /^ac_/)
    }
  })

  it('renews a continued session, and continues from it after the first session has ended', async () => {
    const { uuid, browser, own } = await signedIn(['student', 'school', 'olympiadPartner'])
    const { data } = await browser.continueAs(uuid, 'school')
    const renewed = await browser.call(refreshToken, { body: { refreshToken: data.refreshToken } })
    assert.equal(renewed.status, 200)
    await browser.call(logout, {}, { token: own.accessToken })
    assert.equal((await browser.continueAs(uuid, 'olympiadPartner')).status, 200)
  })

  it('records from which platform the user continued, and sends no mail about a new browser', async () => {
    const { uuid, browser, own } = await signedIn(['student', 'school'])
    await sql`delete from known_browsers where user_id = ${uuid}`.execute(testApp.services.db)
    await sql`insert into known_browsers (browser_id, user_id, expires_at) values (${Buffer.alloc(32, 7)}, ${uuid}, now() + interval '1 day')`.execute(
      testApp.services.db,
    )
    await sql`truncate messages`.execute(testApp.services.db)
    assert.equal((await browser.continueAs(uuid, 'school')).status, 200)
    const last = (await eventsOf(uuid)).at(-1)
    assert.deepEqual(
      [last?.event, last?.platform, last?.details],
      ['session-continued', 'school', { continued: sidOf(own), from: 'student' }],
    )
    assert.deepEqual((await mailsTo(uuid)).templates, [])
  })
})

describe('what a continued session may do', () => {
  it('ends when a sign-in at the time of the proof would end', async () => {
    const { uuid, browser } = await signedIn(['student', 'professor'])
    await age(uuid, 11)
    const { data } = await browser.continueAs(uuid, 'professor')
    const { rows } = await sql<{ seconds: number; idle: number }>`
      select extract(epoch from expires_at - clock_timestamp())::int as seconds, idle_seconds as idle
      from sessions where id = ${sidOf(data)}`.execute(testApp.services.db)
    const [row] = rows
    assert.ok(row && row.seconds > 3_500 && row.seconds <= 3_600, `${row?.seconds}`)
    assert.equal(row.idle, 3_600)
  })

  it('changes nothing about how the user signs in before a step-up, however recent the proof was', async () => {
    const { uuid, browser } = await signedIn(['student', 'school'])
    const { data } = await browser.continueAs(uuid, 'school')
    const token = data.accessToken
    assert.equal((await testApp.call(getSettings, {}, { token })).status, 200)
    const body = { email: `more-${randomUUID()}@example.com` }
    const refused = await testApp.call(addEmail, { body }, { token })
    assert.deepEqual([refused.status, refused.code], [403, 'proof-needed'])
    const proof = { password: rightPassword }
    assert.equal((await testApp.call(stepUp, { body: proof }, { token })).status, 204)
    assert.equal((await testApp.call(addEmail, { body }, { token })).status, 200)
  })
})

describe('platforms of staff', () => {
  it('asks for a new proof after twelve hours, and takes one at any platform of the browser', async () => {
    const { uuid, browser } = await signedIn(['student', 'professor', 'iqa'])
    assert.equal(await entryOf(browser, 'professor'), 'continue')
    await age(uuid, 13)
    assert.equal(await entryOf(browser, 'professor'), 'prove-again')
    assert.equal(await entryOf(browser, 'student'), 'continue')
    const refused = await browser.continueAs(uuid, 'professor')
    assert.deepEqual(
      [refused.status, refused.code, refused.message],
      [403, 'proof-needed', 'Show that it is you: use a passkey, your password or a code.'],
    )
    assert.deepEqual((await eventsOf(uuid)).at(-1)?.event, 'continue-refused')
    assert.equal((await browser.signIn(uuid, 'professor')).status, 200)
    assert.equal((await browser.continueAs(uuid, 'iqa')).status, 200)
  })

  it('takes neither a sign-in with a social provider nor a code that may not open them', async () => {
    const strict = await testApp.openAnother()
    strict.services.config.staffOtp = 'off'
    const { uuid, browser } = await signedIn(['student', 'professor', 'school'])
    const prove = (amr: string[]) =>
      sql`update sessions set amr = ${amr} where user_id = ${uuid}`.execute(testApp.services.db)
    const entries = async (app = browser) =>
      Promise.all((['student', 'professor', 'school'] as const).map((platform) => entryOf(app, platform)))
    await prove(['fed'])
    assert.deepEqual(await entries(), ['continue', 'prove-again', 'prove-again'])
    assert.equal((await browser.continueAs(uuid, 'professor')).code, 'proof-needed')
    await prove(['otp'])
    assert.deepEqual(await entries(), ['continue', 'continue', 'continue'])
    const onStrict = openBrowser(strict)
    for (const [name, value] of browser.jar) onStrict.jar.set(name, value)
    assert.deepEqual(await entries(onStrict), ['continue', 'prove-again', 'continue'])
    await prove(['fed', 'pwd'])
    assert.deepEqual(await entries(), ['continue', 'continue', 'continue'])
    await strict.app.close()
  })
})

describe('accounts that may not continue', () => {
  it('refuses an account that has signed out of its last platform here', async () => {
    const { uuid, browser, own } = await signedIn(['student', 'school'])
    await browser.call(logout, {}, { token: own.accessToken })
    assert.deepEqual((await browser.list('school')).data, { isShared: false, accounts: [], lastUsed: null })
    assert.equal((await browser.continueAs(uuid, 'school')).code, 'not-signed-in-here')
    assert.equal((await browser.continueAs(uuid, 'student')).code, 'not-signed-in-here')
  })

  it('refuses an account that was disabled, or lost the platform, while the chooser is open', async () => {
    const { db, outbox } = testApp.services
    const disabled = await signedIn(['student', 'school'])
    const removed = await signedIn(['student', 'school'])
    for (const { browser } of [disabled, removed]) assert.equal(await entryOf(browser, 'school'), 'continue')
    await disableUser({ db, outbox }, disabled.uuid)
    await endMembership({ db, outbox }, { userId: removed.uuid, platform: 'school' })
    assert.equal((await disabled.browser.continueAs(disabled.uuid, 'school')).code, 'not-signed-in-here')
    const refused = await removed.browser.continueAs(removed.uuid, 'school')
    assert.deepEqual([refused.status, refused.code], [403, 'no-membership'])
    assert.equal(refused.detail, 'You are signed in, but this account has no access to Schools.')
    assert.deepEqual(JSON.parse(refused.text).errors.platforms, ['student'])
    assert.equal(await entryOf(removed.browser, 'school'), 'no-membership')
  })

  it('answers an account that is not signed in here like one that does not exist', async () => {
    const { browser } = await signedIn(['student', 'school'])
    const other = await signedIn(['student', 'school'])
    const answers = [
      await browser.continueAs(other.uuid, 'school'),
      await browser.continueAs(randomUUID(), 'school'),
      await openBrowser(testApp).continueAs(other.uuid, 'school'),
    ]
    for (const { status, text } of answers) assert.deepEqual([status, text], [403, answers[0]?.text])
    assert.ok((await eventsOf(other.uuid)).every(({ event }) => !/continue|refused/.test(event)))
  })
})

describe('adding a platform that is open to sign-up', () => {
  it('adds Learning after the user agreed, and notifies the owner', async () => {
    const { uuid, browser } = await signedIn(['school'])
    assert.equal(await entryOf(browser, 'student'), 'add')
    assert.equal((await browser.continueAs(uuid, 'student')).code, 'no-membership')
    await sql`truncate messages`.execute(testApp.services.db)
    const { status, data } = await browser.continueAs(uuid, 'student', { addPlatform: true })
    assert.deepEqual([status, data.platform], [200, 'student'])
    assert.deepEqual((await mailsTo(uuid)).templates, ['platform-added'])
    assert.equal(await entryOf(browser, 'student'), 'continue')
    const events = (await eventsOf(uuid)).map(({ event }) => event)
    assert.deepEqual(events.slice(-2), ['membership-added', 'session-continued'])
  })

  it('adds no platform that is not open, and nothing to an account that is not signed in here', async () => {
    const { uuid, browser } = await signedIn(['student'])
    for (const platform of ['school', 'professor', 'serviceAdmin'] as const) {
      assert.equal(await entryOf(browser, platform), 'no-membership')
      assert.equal((await browser.continueAs(uuid, platform, { addPlatform: true })).code, 'no-access')
    }
    const other = await signedIn(['school'])
    const refused = await browser.continueAs(other.uuid, 'student', { addPlatform: true })
    assert.equal(refused.code, 'not-signed-in-here')
  })
})

describe('concurrent requests', () => {
  it('leaves no session open when the browser signs out while it continues fifty times', async () => {
    const { uuid, browser } = await signedIn(['student', 'school'])
    const taps = Array.from({ length: 50 }, () => browser.continueAs(uuid, 'school'))
    const [signedOut, ...answers] = await Promise.all([browser.logOut(), ...taps])
    assert.equal(signedOut.status, 200)
    for (const { status } of answers) assert.ok([200, 403].includes(status), `${status}`)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from sessions
      where user_id = ${uuid} and revoked_at is null`.execute(testApp.services.db)
    assert.deepEqual(rows, [{ count: 0 }])
  })
})
