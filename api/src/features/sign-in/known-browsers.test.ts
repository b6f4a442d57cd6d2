/** Tests the cookie of a known browser: it holds one value per user, and only values that the service issued (N-106). */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { logout } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { knownUsersPerBrowser } from '../../kernel/request-context.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

type Member = { uuid: string; email: string }
type Answered = { headers: Record<string, unknown> }

/** Creates a staff user, whose name is disclosed only in a known browser. */
const staff = (): Promise<Member> => testApp.makeUser({ platforms: ['serviceAdmin'] })
const newValue = () => randomBytes(32).toString('base64url')
const cookieWith = (...values: string[]) => `kd=${values.join('.')}`

async function signIn({ uuid }: Member, cookie = '', password = rightPassword) {
  const body = { uuid, password, product: 'internal' as const }
  return testApp.call(login, { body }, { headers: { cookie } })
}

function valuesIn({ headers }: Answered): string[] {
  const [, values = ''] = /^kd=([^;]+);/.exec(String(headers['set-cookie'])) ?? []
  return values.split('.')
}

/** Checks whether a browser with this cookie is known to this user. */
async function knows(cookie: string, { email }: Member): Promise<boolean> {
  const body = { userId: email, product: 'internal' as const, platform: 'serviceAdmin' as const }
  return (await testApp.call(findUser, { body }, { headers: { cookie } })).data.fullName !== null
}

async function noticesTo({ email }: Member): Promise<number> {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 200)
  return messages.filter(({ to, template }) => to === email && template === 'new-device').length
}

async function rememberAs({ uuid }: Member, value: string): Promise<void> {
  const id = createHash('sha256').update(value).digest()
  await sql`insert into known_browsers (browser_id, user_id, expires_at)
    values (${id}, ${uuid}, now() + interval '1 day')`.execute(testApp.services.db)
}

describe('cookie of a known browser', () => {
  it('removes a cookie value that the service never issued at the next sign-in', async () => {
    const user = await staff()
    const planted = newValue()
    const values = valuesIn(await signIn(user, cookieWith(planted)))
    assert.equal(values.length, 1)
    assert.notEqual(values[0], planted)
    assert.equal(await knows(cookieWith(planted), user), false)
    assert.equal(await knows(cookieWith(...values), user), true)
  })

  it("keeps every user's cookie value when one of them signs in again", async () => {
    const [one, two] = [await staff(), await staff()]
    const [first = ''] = valuesIn(await signIn(one))
    const both = valuesIn(await signIn(two, cookieWith(first)))
    assert.deepEqual([both.length, both[1]], [2, first])
    assert.deepEqual(valuesIn(await signIn(two, cookieWith(...both))), both)
    assert.deepEqual(valuesIn(await signIn(one, cookieWith(...both))), both.toReversed())
    for (const user of [one, two]) assert.equal(await noticesTo(user), 0)
  })

  it('discloses nothing about later users to an attacker with a copy of the cookie', async () => {
    const [one, two] = [await staff(), await staff()]
    const [copied = ''] = valuesIn(await signIn(one))
    const [own = ''] = valuesIn(await signIn(two, cookieWith(copied)))
    assert.equal(await knows(cookieWith(copied), two), false)
    assert.equal(await knows(cookieWith(own), two), true)
    assert.equal(await knows(cookieWith(own), one), false, 'not in the other direction either')
    await signIn(two, cookieWith(copied))
    assert.equal(await noticesTo(two), 1, 'a sign-in with the copy counts as a new browser')
  })

  it('gives each user of a browser a separate lockout', async () => {
    const [one, two] = [await staff(), await staff()]
    const [copied = ''] = valuesIn(await signIn(one))
    const cookie = cookieWith(...valuesIn(await signIn(two, cookieWith(copied))))
    for (let guess = 0; guess < 5; guess += 1) await signIn(two, cookieWith(copied), 'wrong')
    assert.equal(
      (await signIn(two, cookieWith(copied))).status,
      429,
      'the copy does not make the browser known',
    )
    assert.equal((await signIn(two, cookie)).status, 200)
  })

  it('stores no link between the users who share a browser', async () => {
    const [one, two] = [await staff(), await staff()]
    await signIn(two, cookieWith(...valuesIn(await signIn(one))))
    const { rows } = await sql<{ count: number }>`select count(distinct browser_id)::int as count
      from known_browsers where user_id in (${one.uuid}, ${two.uuid})`.execute(testApp.services.db)
    assert.deepEqual(rows, [{ count: 2 }])
  })

  it('keeps the last eight users in the cookie, the newest first', async () => {
    const users: Member[] = []
    let cookie = ''
    for (let count = 0; count <= knownUsersPerBrowser; count += 1) {
      const user = await staff()
      users.push(user)
      cookie = cookieWith(...valuesIn(await signIn(user, cookie)))
    }
    const known = await Promise.all(users.map((user) => knows(cookie, user)))
    assert.deepEqual(known, [false, ...Array(knownUsersPerBrowser).fill(true)])
  })

  it('ignores a cookie with a malformed part', async () => {
    const user = await staff()
    const [own = ''] = valuesIn(await signIn(user))
    const tooMany = Array.from({ length: knownUsersPerBrowser }, newValue)
    for (const cookie of [
      cookieWith(own, 'x'),
      cookieWith(own, ''),
      cookieWith(own, ...tooMany),
      `kd=.${own}`,
    ])
      assert.equal(await knows(cookie, user), false, cookie.slice(0, 60))
    assert.equal(await knows(cookieWith(newValue(), own), user), true)
  })

  it('removes the cookie value of a user whose known browsers were deleted', async () => {
    const [one, two] = [await staff(), await staff()]
    const [first = ''] = valuesIn(await signIn(one))
    const cookie = cookieWith(...valuesIn(await signIn(two, cookieWith(first))))
    await sql`delete from known_browsers where user_id = ${one.uuid}`.execute(testApp.services.db)
    const values = valuesIn(await signIn(two, cookie))
    assert.equal(values.length, 1)
    assert.ok(!values.includes(first))
  })

  it('keeps the cookie for all its users when one changes the password', async () => {
    const [one, two] = [await staff(), await staff()]
    const [first = ''] = valuesIn(await signIn(one))
    const entered = await signIn(two, cookieWith(first))
    const cookie = cookieWith(...valuesIn(entered))
    const password1 = 'heron on tin roofs'
    const body = { currentPassword: rightPassword, password1, password2: password1 }
    const sent = { token: entered.data.accessToken, headers: { cookie } }
    const changed = await testApp.call(changePassword, { body }, sent)
    assert.equal(changed.status, 204)
    assert.deepEqual(cookieWith(...valuesIn(changed)), cookie)
    for (const user of [one, two]) assert.equal(await knows(cookie, user), true)
  })

  it('keeps the password of a signed-in user who proves the address, by any cookie value', async () => {
    const [one, two] = [await testApp.makeUser(), await staff()]
    for (const table of ['emails', 'credentials'])
      await sql`update ${sql.table(table)} set provenance = 'self_unverified' where user_id = ${one.uuid}`.execute(
        testApp.services.db,
      )
    const body = { uuid: one.uuid, password: rightPassword, product: 'learning' as const }
    const [first = ''] = valuesIn(await testApp.call(login, { body }))
    const headers = { cookie: cookieWith(...valuesIn(await signIn(two, cookieWith(first)))) }
    const proven = await tryCode(testApp, await mailedCode(testApp, one, { headers }), { headers })
    assert.equal(proven.status, 200)
    assert.equal((await testApp.call(login, { body }, { headers })).status, 200)
  })
})

describe('cookie value of an older version', () => {
  it('replaces a cookie value of an older version, which an attacker may have planted', async () => {
    const user = await staff()
    const planted = newValue()
    await rememberAs(user, planted)
    const values = valuesIn(await signIn(user, cookieWith(planted)))
    assert.deepEqual([values.length, values.includes(planted)], [1, false])
    assert.equal(await knows(cookieWith(planted), user), false)
    assert.equal(await knows(cookieWith(...values), user), true)
    assert.deepEqual(valuesIn(await signIn(user, cookieWith(...values))), values)
    assert.equal(await noticesTo(user), 0)
  })

  it('moves the sessions of a user to the new cookie value', async () => {
    const user = await testApp.makeUser({ platforms: ['student', 'school'] })
    const body = { uuid: user.uuid, password: rightPassword }
    await testApp.call(login, { body: { ...body, product: 'learning' } })
    const older = newValue()
    const id = createHash('sha256').update(older).digest()
    const { db } = testApp.services
    for (const table of ['known_browsers', 'sessions'])
      await sql`update ${sql.table(table)} set browser_id = ${id} where user_id = ${user.uuid}`.execute(db)
    for (const table of ['emails', 'credentials'])
      await sql`update ${sql.table(table)} set provenance = 'self_unverified' where user_id = ${user.uuid}`.execute(
        db,
      )
    const given = { body: { ...body, product: 'school' as const } }
    const second = await testApp.call(login, given, { headers: { cookie: cookieWith(older) } })
    const headers = { cookie: cookieWith(...valuesIn(second)) }
    await testApp.call(logout, {}, { token: second.data.accessToken })
    assert.equal(
      (await tryCode(testApp, await mailedCode(testApp, user, { headers }), { headers })).status,
      200,
    )
    assert.equal((await testApp.call(login, given, { headers })).status, 200, 'the password is kept')
  })

  it('replaces a shared cookie value for each user without a notice of a new browser', async () => {
    const [one, two] = [await staff(), await staff()]
    const shared = newValue()
    for (const user of [one, two]) await rememberAs(user, shared)
    for (const user of [one, two]) assert.equal(await knows(cookieWith(shared), user), true)

    const after = valuesIn(await signIn(one, cookieWith(shared)))
    assert.deepEqual([after.length, after[1]], [2, shared])
    assert.equal(await knows(cookieWith(shared), one), false, 'a copy is no longer valid')
    const last = valuesIn(await signIn(two, cookieWith(...after)))
    assert.deepEqual([last.length, last[1], last.includes(shared)], [2, after[0], false])
    for (const user of [one, two]) {
      assert.equal(await knows(cookieWith(shared), user), false)
      assert.equal(await knows(cookieWith(...last), user), true)
      assert.equal(await noticesTo(user), 0)
    }
  })
})
