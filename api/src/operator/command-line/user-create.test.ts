/** Tests `user create`, which makes the first administrator, and `user disable-demo` (N-98, N-107). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { platformRow } from '@foyer/contract/platforms'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { demoPassword, demoUsers, seedDemoUsers } from '../../features/dev-tools/demo-users.ts'
import { mailedCode, tryCode } from '../../features/otp/test-codes.ts'
import {
  create,
  linkTo,
  messagesTo,
  newPassword,
  openInvitation,
  partsOf,
} from '../../features/password-links/test-links.ts'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const foyer = (...words: string[]) =>
  runFoyer(words, {
    DATABASE_URL: testApp.databaseUrl,
    FOYER_SECRETS: testSecret,
    PUBLIC_BASE_URL: testApp.services.config.baseUrl,
  })

const admin = (email: string, ...more: string[]) =>
  foyer('user', 'create', '--email', email, '--platform', 'serviceAdmin', '--first-name', 'Asha', ...more)

const signIn = (email: string, password = newPassword) =>
  testApp.call(login, {
    body: { email, password, product: platformRow('serviceAdmin').product, platform: 'serviceAdmin' },
  })

async function eventsOf(userId: string): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select event from audit_events where user_id = ${userId} and address is null order by id`.execute(
    testApp.services.db,
  )
  return rows.map(({ event }) => event)
}

describe('user create', { timeout: 120_000 }, () => {
  it('creates a member and emails a link to choose a password and sign in with', async () => {
    const email = 'first@example.com'
    const { code, out, error } = await admin(email, '--last-name', 'Rao')
    assert.equal(code, 0)
    assert.match(error, /^Database: [^\n]+\n$/)
    assert.match(
      out,
      /^Created Asha \([0-9a-f-]{36}\), Service Admin\.\nAn email to first@example\.com is queued/,
    )
    assert.doesNotMatch(out, /https?:/)
    assert.equal((await signIn(email)).code, 'wrong-credentials')

    const link = await linkTo(testApp, email)
    assert.equal(link.origin, new URL(testApp.services.config.baseUrl).origin)
    assert.equal(link.searchParams.get('platform'), 'serviceAdmin')
    const parts = partsOf(link)
    assert.equal((await create(testApp, parts)).status, 200)
    const session = await signIn(email)
    assert.equal(session.data.platform, 'serviceAdmin')
    assert.deepEqual(
      { first: session.data.user.firstName, last: session.data.user.lastName },
      { first: 'Asha', last: 'Rao' },
    )
    assert.equal((await create(testApp, parts)).code, 'link-used')
    assert.deepEqual(await eventsOf(parts.uuid), ['user-created'])
  })

  it('prints the link instead of emailing it for --show-link', async () => {
    const email = 'unmailed@example.com'
    const { out } = await admin(email, '--show-link')
    const [, link = ''] = /\n(http\S+)\n$/.exec(out) ?? []
    assert.deepEqual(await messagesTo(testApp, email), [])
    assert.equal((await create(testApp, partsOf(new URL(link)))).status, 200)
    assert.equal((await signIn(email)).status, 200)
    const { out: json } = await admin('json@example.com', '--show-link', '--json')
    const data = JSON.parse(json)
    assert.deepEqual(Object.keys(data), ['id', 'email', 'platform', 'link'])
    assert.ok(data.link.startsWith(`${testApp.services.config.baseUrl}/create-password/${data.id}/`))
  })

  it('proves no address by a link that was shown: a mailed code does, and removes a password of another browser', async () => {
    const email = 'shown@example.com'
    const { out } = await foyer(
      ...['user', 'create', '--email', email, '--platform', 'student', '--first-name', 'Asha'],
      '--show-link',
    )
    const parts = partsOf(new URL(/\n(http\S+)\n$/.exec(out)?.[1] ?? ''))
    assert.equal((await create(testApp, parts)).status, 200)
    const signInAsStudent = () =>
      testApp.call(login, {
        body: { email, password: newPassword, product: 'learning', platform: 'student' },
      })
    const { data } = await signInAsStudent()
    assert.equal(data.user.isEmailVerified, false)
    const { code } = (await testApp.mint(data.accessToken)).data
    const body = { code, platform: 'student' } as const
    const exchanged = await testApp.call(exchangeCode, { body }, { client: 'student-client' })
    assert.equal(exchanged.data.user.isEmailVerified, false)
    const proven = await tryCode(testApp, await mailedCode(testApp, { uuid: parts.uuid, email }))
    assert.equal(proven.data.user.isEmailVerified, true)
    assert.equal((await signInAsStudent()).code, 'wrong-credentials')
  })

  it('refuses a link that was shown once the owner of the mailbox has signed in with a mailed code', async () => {
    const email = 'owner@example.com'
    const { out } = await foyer(
      ...['user', 'create', '--email', email, '--platform', 'student', '--first-name', 'Asha'],
      '--show-link',
    )
    const parts = partsOf(new URL(/\n(http\S+)\n$/.exec(out)?.[1] ?? ''))
    assert.equal((await openInvitation(testApp, parts)).status, 200)
    const { data } = await tryCode(testApp, await mailedCode(testApp, { uuid: parts.uuid, email }))
    assert.equal(data.user.isEmailVerified, true)
    assert.equal((await openInvitation(testApp, parts)).code, 'link-invalid')
    assert.equal((await create(testApp, parts)).code, 'link-invalid')
    assert.equal((await testApp.mint(data.universal.accessToken)).status, 200)
  })

  it('accepts no mailed invitation by a link that was shown', async () => {
    const email = 'shown-and-invited@example.com'
    const { out } = await foyer(
      ...['user', 'create', '--email', email, '--platform', 'student', '--first-name', 'Asha'],
      '--show-link',
    )
    const parts = partsOf(new URL(/\n(http\S+)\n$/.exec(out)?.[1] ?? ''))
    await foyer('invite', '--email', email, '--platform', 'professor')
    assert.equal((await create(testApp, parts)).status, 200)
    const { memberships } = JSON.parse((await foyer('user', 'show', parts.uuid, '--json')).out)
    assert.deepEqual(
      memberships.map(({ platform }: { platform: string }) => platform),
      ['student'],
    )
  })

  it('leaves an existing account unchanged', async () => {
    const { email, uuid } = await testApp.makeUser({ platforms: ['student'] })
    const { code, error } = await admin(email.toUpperCase())
    assert.equal(code, 1)
    assert.equal(error, 'There is an account with this address: see user show, membership add and invite\n')
    const shown = JSON.parse((await foyer('user', 'show', uuid, '--json')).out)
    assert.deepEqual(
      shown.memberships.map(({ platform }: { platform: string }) => platform),
      ['student'],
    )
    assert.deepEqual([shown.links, await messagesTo(testApp, email)], [[], []])
  })

  it('creates one account when two operators create the same one at once', async () => {
    const both = await Promise.all([admin('twice@example.com'), admin('twice@example.com')])
    assert.deepEqual(both.map(({ code }) => code).sort(), [0, 1])
  })

  it('lets invite send a new link after the first one was lost', async () => {
    const email = 'lost@example.com'
    await admin(email)
    const first = partsOf(await linkTo(testApp, email))
    const { code, out } = await foyer('invite', '--email', email, '--platform', 'serviceAdmin')
    assert.deepEqual([code, /An email to lost@example\.com is queued/.test(out)], [0, true], out)
    const second = partsOf(await linkTo(testApp, email))
    assert.notEqual(second.token, first.token)
    assert.equal((await create(testApp, second)).status, 200)
    assert.equal((await signIn(email)).status, 200)
  })

  it('says which option is missing or wrong and has no password option', async () => {
    const tryWith = (...words: string[]) => foyer('user', 'create', ...words)
    const cases: [string[], RegExp, number][] = [
      [[], /^Give the email address: /, 1],
      [['--email', 'a@example.com'], /^Give the platform: --platform, one of student, /, 1],
      [['--email', 'a@example.com', '--platform', 'admin'], /^Give the platform: /, 1],
      [['--email', 'a@example.com', '--platform', 'iqa'], /^Give the first name: /, 1],
      [
        ['--email', 'nonsense', '--platform', 'iqa', '--first-name', 'A'],
        /^nonsense is no email address\n$/,
        1,
      ],
      [['--email', 'a@example.com', '--platform', 'iqa', '--first-name', ''], /^--first-name: /, 1],
      [['--password', 'secret'], /^error: unknown option '--password'/, 2],
    ]
    for (const [words, line, expected] of cases) {
      const { code, error } = await tryWith(...words)
      assert.equal(code, expected, words.join(' '))
      assert.match(error, line)
    }
  })
})

async function disableDemo(): Promise<{ disabled: string[]; endedSessions: string[] }> {
  const env = { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret }
  const { code, out, error } = await runFoyer(['user', 'disable-demo', '--json'], env)
  assert.equal(code, 0)
  assert.match(error, /^Database: [^\n]+\n$/)
  return JSON.parse(out)
}

describe('user disable-demo', { timeout: 120_000 }, () => {
  it('disables every demo user, each of whom could sign in to their platform, and ends their sessions, and leaves other users signed in', async () => {
    const { uuid } = await testApp.makeUser()
    const mine = await testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })
    await seedDemoUsers(testApp.services)
    const demos = demoUsers.flatMap(({ email, platforms: [platform = 'student'], hasPassword }) =>
      email && hasPassword
        ? [{ email, password: demoPassword, product: platformRow(platform).product, platform }]
        : [],
    )
    const entered = await Promise.all(demos.map((body) => testApp.call(login, { body })))
    assert.deepEqual([...new Set(entered.map(({ status }) => status))], [200])

    const { disabled, endedSessions } = await disableDemo()
    assert.equal(disabled.length, demoUsers.length)
    assert.equal(endedSessions.length, demos.length)
    const renew = (token: string) => testApp.call(refreshToken, { body: { refreshToken: token } })
    for (const { data } of entered) assert.equal((await renew(data.refreshToken)).status, 401)
    const refused = await Promise.all(demos.map((body) => testApp.call(login, { body })))
    assert.deepEqual([...new Set(refused.map(({ code }) => code))], ['wrong-credentials'])
    assert.equal((await renew(mine.data.refreshToken)).status, 200)
    assert.deepEqual(await disableDemo(), { disabled: [], endedSessions: [] }, 'repeating it does no harm')
  })

  it('leaves a user unchanged who has the phone number of a demo user and another password', async () => {
    const own = await openTestApp()
    const { phoneNumber = '' } = demoUsers.find((user) => user.phoneNumber) ?? {}
    await own.makeUser({ phoneNumber })
    const env = { DATABASE_URL: own.databaseUrl, FOYER_SECRETS: testSecret }
    assert.match((await runFoyer(['user', 'disable-demo'], env)).out, /^Disabled 0 demo users\n/)
    const { rows } = await sql`select id from users where disabled_at is not null`.execute(own.services.db)
    assert.deepEqual(rows, [])
    await own.close()
  })
})
