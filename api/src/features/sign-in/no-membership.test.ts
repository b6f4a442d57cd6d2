/** Tests sign-ins of users who prove their account but have no access to the platform (N-15). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { platformNames } from '@foyer/contract/platform-names'
import { type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { setDisabled } from '../../identity/users/users.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { codeTo, endWaits, mailCode, mailedCode, tryCode } from '../otp/test-codes.ts'
import { linkTo, requestLink } from '../password-links/test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
})
after(() => testApp.close())

function signIn(
  email: string,
  platform: Platform,
  password = rightPassword,
  app: TestApp = testApp,
  headers: Record<string, string> = {},
) {
  const { product } = platformRow(platform)
  return app.call(login, { body: { email, password, product, platform } }, { headers })
}

const learner: Platform[] = ['student']
const others = (held: readonly Platform[]) => platforms.filter((platform) => !held.includes(platform))

async function eventsOf(userId: string) {
  const { rows } = await sql<{ event: string; platform: string; cause: string | null }>`
    select event, platform, details->>'cause' as cause from audit_events where user_id = ${userId} order by id`.execute(
    testApp.services.db,
  )
  return rows
}

describe('the right password of an account without access to the platform', () => {
  it('says so at the form of every platform, and names the platforms of the account', async () => {
    const held: Platform[] = ['iqa', 'school']
    const { email } = await testApp.makeUser({ platforms: held })
    for (const platform of others(held)) {
      const { status, code, detail, text } = await signIn(email, platform)
      assert.deepEqual([status, code], [403, 'no-membership'])
      const { displayName } = platformNames[platform]
      assert.equal(detail, `Your password is right, but this account has no access to ${displayName}.`)
      assert.deepEqual(JSON.parse(text).errors.platforms, ['school', 'iqa'])
    }
    for (const platform of held) assert.equal((await signIn(email, platform)).status, 200)
  })

  it('says so after a guarded look-up, by the id of the look-up', async () => {
    const { email } = await testApp.makeUser({ platforms: learner })
    const asked = { product: 'internal', platform: 'applicationFormAdmin' } as const
    const { data } = await testApp.call(findUser, { body: { userId: email, ...asked } })
    const body = { uuid: data.uuid, password: rightPassword, ...asked }
    assert.equal((await testApp.call(login, { body })).code, 'no-membership')
    assert.equal(
      (await testApp.call(login, { body: { ...body, password: 'wrong' } })).code,
      'wrong-credentials',
    )
  })

  it('answers a wrong password of such an account like that of an unknown one, at the same cost', async () => {
    const { email } = await testApp.makeUser({ platforms: learner })
    const disabled = await testApp.makeUser({ platforms: learner })
    await setDisabled(testApp.services.db, disabled.uuid, true)
    const attempts = [
      [email, 'wrong'],
      ['nobody-has-this@example.com', rightPassword],
      [disabled.email, rightPassword],
    ] as const
    const answers = new Set<string>()
    const counts = new Set<number>()
    for (const [address, password] of attempts)
      counts.add(
        await testApp.countStatements(async () => {
          const { status, text } = await signIn(address, 'school', password)
          answers.add(`${status} ${text}`)
        }),
      )
    assert.deepEqual([answers.size, counts.size], [1, 1])
    assert.match([...answers].join(), /^400 .*wrong-credentials/)
  })

  it('names no platform for an account without any', async () => {
    const { email } = await testApp.makeUser({ platforms: [] })
    const { code, text } = await signIn(email, 'student')
    assert.deepEqual([code, JSON.parse(text).errors.platforms], ['no-membership', []])
  })

  it('names no platform of another product than the request', async () => {
    const { email } = await testApp.makeUser({ platforms: learner })
    const body = { email, password: rightPassword, product: 'internal', platform: 'student' } as const
    const { detail } = await testApp.call(login, { body })
    assert.equal(detail, 'Your password is right, but this account has no access to this platform.')
  })

  it('opens no session, makes no browser known and sends no mail', async () => {
    const { uuid, email } = await testApp.makeUser({ platforms: learner })
    assert.equal((await signIn(email, 'student')).status, 200)
    const { headers } = await signIn(email, 'iqa')
    assert.equal(headers['set-cookie'], undefined)
    const { rows } = await sql<{ sessions: number; browsers: number }>`
      select (select count(*)::int from sessions where user_id = ${uuid}) as sessions,
        (select count(*)::int from known_browsers where user_id = ${uuid}) as browsers`.execute(
      testApp.services.db,
    )
    assert.deepEqual(rows, [{ sessions: 1, browsers: 1 }])
    const messages = await testApp.services.outbox.recent(testApp.services.db, 50)
    assert.deepEqual(
      messages.filter(({ to }) => to === email),
      [],
    )
  })

  it('is recorded with its cause', async () => {
    const { uuid, email } = await testApp.makeUser({ platforms: learner })
    await signIn(email, 'iqa')
    assert.deepEqual(await eventsOf(uuid), [
      { event: 'sign-in-refused', platform: 'iqa', cause: 'no-membership' },
    ])
  })

  it('resets the lockout like any right password, and is refused during a lockout', async () => {
    const { email } = await testApp.makeUser({ platforms: learner })
    const guess = async (times: number) => {
      for (let count = 0; count < times; count += 1) await signIn(email, 'iqa', 'wrong')
    }
    await guess(4)
    assert.equal((await signIn(email, 'iqa')).code, 'no-membership')
    await guess(4)
    assert.equal((await signIn(email, 'student')).status, 200)
    await guess(5)
    assert.equal((await signIn(email, 'iqa')).code, 'too-many-attempts')
    await endWaits(testApp)
    assert.equal((await signIn(email, 'iqa')).code, 'no-membership')
  })

  it('counts as a sign-in of the user, of whom 30 are allowed in ten minutes', async () => {
    const strict = await openTestApp({ config: { captcha: 'off' } })
    const { email } = await strict.makeUser({ platforms: learner })
    const statuses = new Set<number>()
    for (let count = 0; count < 30; count += 1)
      statuses.add((await signIn(email, 'iqa', rightPassword, strict)).status)
    assert.deepEqual([...statuses], [403])
    assert.equal((await signIn(email, 'student', rightPassword, strict)).status, 429)
    await strict.close()
  })
})

describe('the right code of an account without access to the platform', () => {
  it('says so, uses the code up and counts it as no wrong one', async () => {
    const user = await testApp.makeUser({ platforms: learner })
    for (let count = 0; count < 6; count += 1) {
      await endWaits(testApp)
      const right = await mailedCode(testApp, user, { query: { platform: 'learning-web' } })
      const { status, code, detail, text } = await tryCode(testApp, { ...right, platform: 'iqa' })
      assert.deepEqual([status, code], [403, 'no-membership'])
      assert.equal(detail, 'Your code is right, but this account has no access to Quality Assessment.')
      assert.deepEqual(JSON.parse(text).errors.platforms, ['student'])
      assert.equal((await tryCode(testApp, right)).code, 'otp-expired')
    }
    await endWaits(testApp)
    assert.equal((await tryCode(testApp, await mailedCode(testApp, user))).status, 200)
    assert.ok((await eventsOf(user.uuid)).some(({ cause }) => cause === 'no-membership'))
  })

  it('reaches a user of another product, who is told the truth', async () => {
    const user = await testApp.makeUser({ platforms: ['school'] })
    const query = { platform: 'internal-web' } as const
    const { data } = await mailCode(testApp, user.uuid, { query })
    const right = { token: data.token, otp: await codeTo(testApp, user.email) }
    const { code, text } = await tryCode(testApp, { ...right, platform: 'iqa' }, { query })
    assert.deepEqual([code, JSON.parse(text).errors.platforms], ['no-membership', ['school']])
  })

  it('proves no contact and leaves the account as it is', async () => {
    const user = await testApp.makeUser({ platforms: learner })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${user.uuid}`.execute(
      testApp.services.db,
    )
    const right = await mailedCode(testApp, user)
    assert.equal((await tryCode(testApp, { ...right, platform: 'iqa' })).code, 'no-membership')
    const { data } = await signIn(user.email, 'student')
    assert.deepEqual([data.user.isEmailVerified, data.user.fullName], [false, 'Asha Rao'])
  })
})

describe('a forgotten password at the form of another product', () => {
  it('sends the link to a platform of the account', async () => {
    const { email } = await testApp.makeUser({ platforms: ['school'] })
    assert.equal((await requestLink(testApp, { email, product: 'learning' })).status, 204)
    assert.match((await linkTo(testApp, email)).pathname, /^\/school\/reset-password\//)
  })
})
