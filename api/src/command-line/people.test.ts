/** People, their memberships and their sessions, by the command line. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { platforms } from '@foyer/contract/platforms'
import { listSessions, refreshToken } from '@foyer/contract/routes/sessions'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { mailCode, mailedCode, tryCode } from '../otp/test-codes.ts'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const foyer = (...words: string[]) =>
  runFoyer(words, { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret })

async function says(words: string[], line: RegExp): Promise<string> {
  const { code, out, error } = await foyer(...words)
  assert.deepEqual([code, error], [0, ''], words.join(' '))
  assert.match(out, line)
  return out
}

async function refuses(words: string[], line: RegExp, code = 1): Promise<void> {
  const ended = await foyer(...words)
  assert.equal(ended.code, code, words.join(' '))
  assert.match(ended.error, line)
}

// biome-ignore lint/suspicious/noExplicitAny: whatever shape the command prints
const data = async (...words: string[]): Promise<any> => JSON.parse((await foyer(...words, '--json')).out)

function signIn(uuid: string, password = rightPassword) {
  return testApp.call(login, { body: { uuid, password, product: 'learning' } })
}
async function enter(uuid: string): Promise<Session> {
  return (await signIn(uuid)).data
}
const renew = async (session: Session) =>
  (await testApp.call(refreshToken, { body: { refreshToken: session.refreshToken } })).status
const sessionOf = ({ accessToken }: Session) => String(decodeJwt(accessToken).sid)

/** Waits until the running service no longer remembers the session as open; the test's timeout is the bound. */
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
  sql`insert into secrets (purpose, hash, user_id, details, expires_at) values
    (${purpose}, ${randomBytes(32)}, ${userId}, ${JSON.stringify({ joins })}, now() + interval '1 hour')`.execute(
    testApp.services.db,
  )

const limit = { timeout: 120_000 }

describe('a person, by the command line', limit, () => {
  it('is shown with what there is of them, and nothing that would let anybody in', async () => {
    const { uuid, email } = await testApp.makeUser({
      platforms: ['student', 'iqa'],
      phoneNumber: '+919876500001',
    })
    const session = await enter(uuid)
    await addLink(uuid, 'reset')
    const out = await says(['user', 'show', email.toUpperCase()], /^Asha Rao\n/)
    for (const line of [
      new RegExp(`^id +${uuid}$`, 'm'),
      /^disabled +no$/m,
      new RegExp(`^addresses +${email} {2}verified, primary\n +\\+919876500001 {2}verified, primary$`, 'm'),
      /^memberships +student {2}sign_up, \S+Z\n +iqa {2}sign_up, \S+Z$/m,
      /^password +verified, \S+Z$/m,
      /^guesses +not held up$/m,
      /^links +reset {2}good until \S+Z$/m,
      new RegExp(`^sessions +${sessionOf(session)} {2}student {2}unknown device {2}since \\S+Z$`, 'm'),
    ])
      assert.match(out, line)
    const shown = await data('user', 'show', '+91 98765 00001')
    assert.equal(shown.id, uuid)
    assert.doesNotMatch(JSON.stringify(shown) + out, /argon2|rt_|hash|counter/)
  })

  it('is shown without a password, sessions or links where there are none, and without what a terminal would obey', async () => {
    const { uuid } = await testApp.makeUser({ password: null, firstName: 'A\u001b[31msha', lastName: null })
    const out = await says(['user', 'show', uuid], /^A�\[31msha\n/)
    for (const name of ['password', 'sessions', 'links'])
      assert.match(out, new RegExp(`^${name} +none$`, 'm'))
  })

  it('is named by an address, an id or a number, and told where there is nobody', async () => {
    await refuses(['user', 'show', 'nobody@example.com'], /^There is nobody of this address or number\n$/)
    await refuses(['user', 'show', randomUUID()], /^There is nobody of this id\n$/)
    for (const typed of ['98765 00001', 'nonsense', ' '])
      await refuses(['user', 'disable', typed], /^Name an email address, an id, or a phone number with .+\n$/)
    await refuses(['user', 'show'], /^error: missing required argument 'email-or-id'\n/, 2)
    await refuses(['user'], /Usage: foyer user/, 2)
  })

  it('who is disabled is out at once, with links and codes, until they are enabled', async () => {
    const user = await testApp.makeUser()
    const [session, other] = [await enter(user.uuid), await enter((await testApp.makeUser()).uuid)]
    const code = await mailedCode(testApp, user)
    await addLink(user.uuid, 'reset')
    await says(
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
    await says(['user', 'disable', user.uuid], /^Already disabled: .+\nNo session was open\.\n$/)

    // Of a sign-in that was under way meanwhile.
    await sql`update sessions set revoked_at = null where id = ${sessionOf(session)}`.execute(
      testApp.services.db,
    )
    await says(['user', 'enable', user.email], /^Enabled .+\nThey sign in anew: what was ended stays so\.\n$/)
    await says(['user', 'enable', user.email], /^Not disabled: /)
    assert.equal(await renew(session), 401)
    assert.equal((await signIn(user.uuid)).status, 200)
    assert.equal(await renew(other), 200)
    assert.deepEqual(await eventsOf(user.uuid), ['user-disabled', 'user-enabled'])
  })

  it('who was held up by wrong guesses and waits for a code may try at once when unlocked', async () => {
    const { uuid } = await testApp.makeUser()
    for (let count = 0; count < 6; count += 1) await signIn(uuid, 'not my password')
    await mailCode(testApp, uuid)
    assert.equal((await mailCode(testApp, uuid)).code, 'otp-too-soon')
    await says(['user', 'show', uuid], /^guesses +held up until \S+Z$/m)
    await says(['user', 'unlock', uuid], /^Unlocked Asha Rao /)
    assert.equal((await signIn(uuid)).status, 200)
    assert.equal((await mailCode(testApp, uuid)).status, 200)

    await sql`update attempts set blocked_until = 'infinity', count = 100 where key like 'guess:%'`.execute(
      testApp.services.db,
    )
    assert.equal((await signIn(uuid)).code, 'account-locked')
    await says(['user', 'show', uuid], /^guesses +closed until the password is reset, or user unlock$/m)
    await says(['user', 'unlock', uuid], /^Unlocked /)
    assert.equal((await signIn(uuid)).status, 200)
    assert.deepEqual(await eventsOf(uuid), ['user-unlocked', 'user-unlocked'])
  })
})

describe('sessions, by the command line', limit, () => {
  it('are ended one at a time, or all of somebody', async () => {
    const { uuid, email } = await testApp.makeUser()
    const [first, second, third] = [await enter(uuid), await enter(uuid), await enter(uuid)]
    await says(['session', 'revoke', sessionOf(first)], /^Ended 1 session: /)
    assert.deepEqual([await renew(first), await renew(second)], [401, 200])
    await isRefusedSoon(first)
    await says(['session', 'revoke', sessionOf(first)], /^No session was open\.\n$/)
    const { endedSessions } = await data('session', 'revoke', '--user', email)
    assert.deepEqual(endedSessions.sort(), [sessionOf(second), sessionOf(third)].sort())
    assert.deepEqual([await renew(second), await renew(third)], [401, 401])
    assert.deepEqual(await eventsOf(uuid), ['session-ended', 'session-ended'])
  })

  it('are named, or whose they are', async () => {
    const line = /^There is no session of this id: see user show\n$/
    for (const id of [randomUUID(), 'nonsense']) await refuses(['session', 'revoke', id], line)
    await refuses(['session', 'revoke'], /^Name a session, or --user\n$/)
    await refuses(
      ['session', 'revoke', randomUUID(), '--user', 'a@example.com'],
      /^Name a session, or --user\n$/,
    )
  })
})

describe('memberships, by the command line', limit, () => {
  it('open a platform and close it, with the sessions and invitations there', async () => {
    const { uuid, email } = await testApp.makeUser()
    const student = await enter(uuid)
    const enterAsProfessor = () =>
      testApp.call(login, {
        body: { uuid, password: rightPassword, product: 'learning', platform: 'professor' },
      })
    assert.equal((await enterAsProfessor()).code, 'wrong-credentials')
    await says(['membership', 'add', email, 'professor'], /^Asha Rao \(.+\) is a member now: professor\n$/)
    await says(['membership', 'add', email, 'professor'], /was a member already: professor\n$/)
    const professor = (await enterAsProfessor()).data
    assert.equal(professor.platform, 'professor')
    await addLink(uuid, 'create', 'professor')
    await addLink(uuid, 'create', 'iqa')

    const out = await says(['membership', 'remove', email, 'professor'], /is no member any more: professor\n/)
    assert.match(out, /\nEnded 1 session: /)
    await isRefusedSoon(professor)
    assert.deepEqual([await renew(professor), await renew(student)], [401, 200])
    assert.equal((await enterAsProfessor()).code, 'wrong-credentials')
    assert.equal((await data('user', 'show', uuid)).links.length, 1)
    await says(
      ['membership', 'remove', email, 'professor'],
      /was no member: professor\nNo session was open\.\n$/,
    )
    assert.deepEqual(await eventsOf(uuid), ['membership-added', 'membership-removed'])
  })

  it('are not given to an account whose address may be anybody’s', async () => {
    const { uuid, email } = await testApp.makeUser({ phoneNumber: '+919876500002' })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    for (const named of [email, uuid])
      await refuses(
        ['membership', 'add', named, 'serviceAdmin'],
        /^Nobody has proven yet that .+: use invite\n$/,
      )
    await says(['membership', 'add', '+919876500002', 'serviceAdmin'], /is a member now: serviceAdmin/)
  })

  it('are of the platforms there are', async () => {
    const { email } = await testApp.makeUser()
    const list = new RegExp(`^There are the platforms ${platforms.join(', ')}\n$`)
    await refuses(['membership', 'add', email, 'Student'], list)
    await refuses(['membership', 'remove', email, 'constructor'], list)
    for (const platform of ['student', 'centerHead', 'recruitmentUtils']) {
      const { isChange } = await data('membership', 'add', email, platform)
      assert.equal(isChange, platform !== 'student', platform)
    }
  })
})
