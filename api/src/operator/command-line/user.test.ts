/** Tests the commands for users, sessions and memberships in separate processes. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { platforms } from '@foyer/contract/platforms'
import { listSessions, refreshToken } from '@foyer/contract/routes/sessions'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { mailCode, mailedCode, tryCode } from '../../features/otp/test-codes.ts'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const foyer = (...words: string[]) =>
  runFoyer(words, { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret })

async function expectOutput(words: string[], line: RegExp): Promise<string> {
  const { code, out, error } = await foyer(...words)
  assert.equal(code, 0, words.join(' '))
  assert.match(error, /^(Database: [^\n]+\n)?$/)
  assert.match(out, line)
  return out
}

async function expectError(words: string[], line: RegExp, code = 1): Promise<void> {
  const ended = await foyer(...words)
  assert.equal(ended.code, code, words.join(' '))
  assert.match(ended.error, line)
}

// biome-ignore lint/suspicious/noExplicitAny: each command prints another shape
const data = async (...words: string[]): Promise<any> => JSON.parse((await foyer(...words, '--json')).out)

function signIn(uuid: string, password = rightPassword, headers: Record<string, string> = {}) {
  return testApp.call(login, { body: { uuid, password, product: 'learning' } }, { headers })
}
async function enter(uuid: string): Promise<Session> {
  return (await signIn(uuid)).data
}
const renew = async (session: Session) =>
  (await testApp.call(refreshToken, { body: { refreshToken: session.refreshToken } })).status
const sessionOf = ({ accessToken }: Session) => String(decodeJwt(accessToken).sid)

/** Waits until the running service refuses the session; the test's timeout bounds the wait. */
async function isRefusedSoon({ accessToken: token }: Session): Promise<void> {
  while ((await testApp.call(listSessions, {}, { token })).status !== 401) await sleep(100)
}

async function eventsOf(userId: string): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select event from audit_events where user_id = ${userId} and address is null order by id`.execute(
    testApp.services.db,
  )
  return rows.map(({ event }) => event)
}

const addLink = (userId: string, purpose: string, joins: string | null = null) =>
  sql`insert into one_time_tokens (purpose, hash, user_id, details, expires_at) values
    (${purpose}, ${randomBytes(32)}, ${userId}, ${JSON.stringify({ joins })}, now() + interval '1 hour')`.execute(
    testApp.services.db,
  )

const limit = { timeout: 120_000 }

describe('user commands', limit, () => {
  it('shows the account of a user without passwords, tokens or hashes', async () => {
    const { uuid, email } = await testApp.makeUser({
      platforms: ['student', 'iqa'],
      phoneNumber: '+919876500001',
    })
    const session = await enter(uuid)
    await addLink(uuid, 'reset')
    const out = await expectOutput(['user', 'show', email.toUpperCase()], /^Asha Rao\n/)
    for (const line of [
      new RegExp(`^id +${uuid}$`, 'm'),
      /^disabled +no$/m,
      new RegExp(`^contacts +${email} {2}verified, primary\n +\\+919876500001 {2}verified, primary$`, 'm'),
      /^memberships +student {2}sign_up, \S+Z\n +iqa {2}sign_up, \S+Z$/m,
      /^password +verified, \S+Z$/m,
      /^lockout +none$/m,
      /^links +reset {2}valid until \S+Z$/m,
      new RegExp(`^sessions +${sessionOf(session)} {2}student {2}unknown device {2}since \\S+Z$`, 'm'),
    ])
      assert.match(out, line)
    const shown = await data('user', 'show', '+91 98765 00001')
    assert.equal(shown.id, uuid)
    assert.doesNotMatch(JSON.stringify(shown) + out, /argon2|rt_|hash|counter/)
  })

  it('shows none for a missing password, sessions and links, and removes control characters from the name', async () => {
    const { uuid } = await testApp.makeUser({ password: null, firstName: 'A\u001b[31msha', lastName: null })
    const out = await expectOutput(['user', 'show', uuid], /^A�\[31msha\n/)
    for (const name of ['password', 'linked', 'sessions', 'links'])
      assert.match(out, new RegExp(`^${name} +none$`, 'm'))
  })

  it('finds a user by email, phone or id and reports when no user matches', async () => {
    await expectError(
      ['user', 'show', 'nobody@example.com'],
      /^No user has this email address or phone number\n$/,
    )
    await expectError(['user', 'show', randomUUID()], /^No user has this id\n$/)
    for (const typed of ['98765 00001', 'nonsense', ' '])
      await expectError(
        ['user', 'disable', typed],
        /^Give an email address, a user id, or a phone number with .+\n$/,
      )
    await expectError(['user', 'show'], /^error: missing required argument 'email-or-id'\n/, 2)
    await expectError(['user'], /Usage: foyer user/, 2)
  })

  it('disables a user at once, with their sessions, links and codes, until they are enabled', async () => {
    const user = await testApp.makeUser()
    const [session, other] = [await enter(user.uuid), await enter((await testApp.makeUser()).uuid)]
    const code = await mailedCode(testApp, user)
    await addLink(user.uuid, 'reset')
    await expectOutput(
      ['user', 'disable', user.email],
      /^Disabled Asha Rao \([0-9a-f-]{36}\)\nEnded 1 session: .+ within 5 seconds\.\n$/,
    )
    await isRefusedSoon(session)
    assert.equal(await renew(session), 401)
    assert.equal((await signIn(user.uuid)).code, 'wrong-credentials')
    assert.equal((await tryCode(testApp, code)).code, 'otp-expired')
    const shown = await data('user', 'show', user.uuid)
    assert.ok(shown.disabledAt)
    assert.deepEqual([shown.sessions, shown.links], [[], []])
    await expectOutput(['user', 'disable', user.uuid], /^Already disabled: .+\nNo session was open\.\n$/)

    // Simulates a sign-in that finished after the user was disabled.
    await sql`update sessions set revoked_at = null where id = ${sessionOf(session)}`.execute(
      testApp.services.db,
    )
    await expectOutput(
      ['user', 'enable', user.email],
      /^Enabled .+\nThe user has to sign in again: ended sessions stay ended\.\n$/,
    )
    await expectOutput(['user', 'enable', user.email], /^Not disabled: /)
    assert.equal(await renew(session), 401)
    assert.equal((await signIn(user.uuid)).status, 200)
    assert.equal(await renew(other), 200)
    assert.deepEqual(await eventsOf(user.uuid), ['user-disabled', 'user-enabled'])
  })

  it('unlocks a user after wrong passwords and ends their wait for a code', async () => {
    const { uuid } = await testApp.makeUser()
    for (let count = 0; count < 6; count += 1) await signIn(uuid, 'not my password')
    await mailCode(testApp, uuid)
    assert.equal((await mailCode(testApp, uuid)).code, 'otp-too-soon')
    await expectOutput(['user', 'show', uuid], /^lockout +until \S+Z$/m)
    await expectOutput(['user', 'unlock', uuid], /^Unlocked Asha Rao /)
    assert.equal((await signIn(uuid)).status, 200)
    assert.equal((await mailCode(testApp, uuid)).status, 200)

    await sql`update attempts set blocked_until = 'infinity', count = 100 where key like 'guess:%'`.execute(
      testApp.services.db,
    )
    assert.equal((await signIn(uuid)).code, 'account-locked')
    await expectOutput(['user', 'show', uuid], /^lockout +until a password reset or user unlock$/m)
    await expectOutput(['user', 'unlock', uuid], /^Unlocked /)
    assert.equal((await signIn(uuid)).status, 200)
    assert.deepEqual(await eventsOf(uuid), ['user-unlocked', 'user-unlocked'])
  })

  it('shows the longest lockout of a user who is locked out in a known browser and in all others', async () => {
    const { uuid } = await testApp.makeUser()
    const cookie = String((await signIn(uuid)).headers['set-cookie']).split(';')[0] ?? ''
    for (const headers of [{}, { cookie }])
      for (let count = 0; count < 5; count += 1) await signIn(uuid, 'not my password', headers)
    await sql`update attempts set blocked_until = 'infinity', count = 100 where key like 'guess:%:%'`.execute(
      testApp.services.db,
    )
    await expectOutput(['user', 'show', uuid], /^lockout +until a password reset or user unlock$/m)
  })
})

describe('session revoke', limit, () => {
  it('ends one session or all sessions of a user', async () => {
    const { uuid, email } = await testApp.makeUser()
    const [first, second, third] = [await enter(uuid), await enter(uuid), await enter(uuid)]
    await expectOutput(['session', 'revoke', sessionOf(first)], /^Ended 1 session: /)
    assert.deepEqual([await renew(first), await renew(second)], [401, 200])
    await isRefusedSoon(first)
    await expectOutput(['session', 'revoke', sessionOf(first)], /^No session was open\.\n$/)
    const { endedSessions } = await data('session', 'revoke', '--user', email)
    assert.deepEqual(endedSessions.sort(), [sessionOf(second), sessionOf(third)].sort())
    assert.deepEqual([await renew(second), await renew(third)], [401, 401])
    assert.deepEqual(await eventsOf(uuid), ['session-ended', 'session-ended'])
  })

  it('requires a session id or a user, not both', async () => {
    const line = /^No session has this id: run user show to see the sessions of a user\n$/
    for (const id of [randomUUID(), 'nonsense']) await expectError(['session', 'revoke', id], line)
    await expectError(['session', 'revoke'], /^Give a session id or --user\n$/)
    await expectError(
      ['session', 'revoke', randomUUID(), '--user', 'a@example.com'],
      /^Give a session id or --user\n$/,
    )
  })
})

describe('membership commands', limit, () => {
  it('adds a membership and removes it with the sessions and invitations of that platform', async () => {
    const { uuid, email } = await testApp.makeUser()
    const student = await enter(uuid)
    const enterAsProfessor = () =>
      testApp.call(login, {
        body: { uuid, password: rightPassword, product: 'learning', platform: 'professor' },
      })
    assert.equal((await enterAsProfessor()).code, 'no-membership')
    await expectOutput(
      ['membership', 'add', email, 'professor'],
      /^Asha Rao \(.+\) is now a member: professor\n$/,
    )
    await expectOutput(['membership', 'add', email, 'professor'], /was already a member: professor\n$/)
    const professor = (await enterAsProfessor()).data
    assert.equal(professor.platform, 'professor')
    await addLink(uuid, 'create', 'professor')
    await addLink(uuid, 'create', 'iqa')

    const out = await expectOutput(
      ['membership', 'remove', email, 'professor'],
      /is no longer a member: professor\n/,
    )
    assert.match(out, /\nEnded 1 session: /)
    await isRefusedSoon(professor)
    assert.deepEqual([await renew(professor), await renew(student)], [401, 200])
    assert.equal((await enterAsProfessor()).code, 'no-membership')
    assert.equal((await data('user', 'show', uuid)).links.length, 1)
    await expectOutput(
      ['membership', 'remove', email, 'professor'],
      /was not a member: professor\nNo session was open\.\n$/,
    )
    assert.deepEqual(await eventsOf(uuid), ['membership-added', 'membership-removed'])
  })

  it('refuses a membership for an account whose email is not confirmed', async () => {
    const { uuid, email } = await testApp.makeUser({ phoneNumber: '+919876500002' })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    for (const named of [email, uuid])
      await expectError(
        ['membership', 'add', named, 'serviceAdmin'],
        /^The user has not confirmed this contact, .+: use invite\n$/,
      )
    await expectOutput(
      ['membership', 'add', '+919876500002', 'serviceAdmin'],
      /is now a member: serviceAdmin/,
    )
  })

  it('names the platforms when an unknown one is given', async () => {
    const { email } = await testApp.makeUser()
    const list = new RegExp(`^Give one of the platforms ${platforms.join(', ')}\n$`)
    await expectError(['membership', 'add', email, 'Student'], list)
    await expectError(['membership', 'remove', email, 'constructor'], list)
    for (const platform of ['student', 'centerHead', 'recruitmentUtils']) {
      const { isChange } = await data('membership', 'add', email, platform)
      assert.equal(isChange, platform !== 'student', platform)
    }
  })
})
