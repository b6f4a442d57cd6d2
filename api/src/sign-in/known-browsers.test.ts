/** The cookie of a browser in which several people sign in: one value for each, none that the service did not issue. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { logout } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { knownUsersPerBrowser } from '../request-context.ts'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

type Member = { uuid: string; email: string }
type Answered = { headers: Record<string, unknown> }

/** Members of staff: only a browser that is known to them is told their name. */
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

/** Whether a browser with this cookie is known to this person. */
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
  await sql`insert into known_devices (browser_id, user_id, expires_at)
    values (${id}, ${uuid}, now() + interval '1 day')`.execute(testApp.services.db)
}

describe('the cookie of a known browser', () => {
  it('loses a value that the service never issued, at the next sign-in', async () => {
    const person = await staff()
    const planted = newValue()
    const values = valuesIn(await signIn(person, cookieWith(planted)))
    assert.equal(values.length, 1)
    assert.notEqual(values[0], planted)
    assert.equal(await knows(cookieWith(planted), person), false)
    assert.equal(await knows(cookieWith(...values), person), true)
  })

  it('keeps the value of a person who signs in again, and of the others who signed in there', async () => {
    const [one, two] = [await staff(), await staff()]
    const [first = ''] = valuesIn(await signIn(one))
    const both = valuesIn(await signIn(two, cookieWith(first)))
    assert.deepEqual([both.length, both[1]], [2, first])
    assert.deepEqual(valuesIn(await signIn(two, cookieWith(...both))), both)
    assert.deepEqual(valuesIn(await signIn(one, cookieWith(...both))), both.toReversed())
    for (const person of [one, two]) assert.equal(await noticesTo(person), 0)
  })

  it('says nothing of the next person to somebody who copied it before', async () => {
    const [one, two] = [await staff(), await staff()]
    const [copied = ''] = valuesIn(await signIn(one))
    const [own = ''] = valuesIn(await signIn(two, cookieWith(copied)))
    assert.equal(await knows(cookieWith(copied), two), false)
    assert.equal(await knows(cookieWith(own), two), true)
    assert.equal(await knows(cookieWith(own), one), false, 'nor the other way round')
    await signIn(two, cookieWith(copied))
    assert.equal(await noticesTo(two), 1, 'a sign-in with the copy is one in a new browser')
  })

  it('gives the people of one browser lockouts of their own', async () => {
    const [one, two] = [await staff(), await staff()]
    const [copied = ''] = valuesIn(await signIn(one))
    const cookie = cookieWith(...valuesIn(await signIn(two, cookieWith(copied))))
    for (let guess = 0; guess < 5; guess += 1) await signIn(two, cookieWith(copied), 'wrong')
    assert.equal((await signIn(two, cookieWith(copied))).status, 429, 'the copy is a stranger’s')
    assert.equal((await signIn(two, cookie)).status, 200)
  })

  it('has rows that do not tell which people share a browser', async () => {
    const [one, two] = [await staff(), await staff()]
    await signIn(two, cookieWith(...valuesIn(await signIn(one))))
    const { rows } = await sql<{ count: number }>`select count(distinct browser_id)::int as count
      from known_devices where user_id in (${one.uuid}, ${two.uuid})`.execute(testApp.services.db)
    assert.deepEqual(rows, [{ count: 2 }])
  })

  it('holds the last eight people, the newest first', async () => {
    const people: Member[] = []
    let cookie = ''
    for (let count = 0; count <= knownUsersPerBrowser; count += 1) {
      const person = await staff()
      people.push(person)
      cookie = cookieWith(...valuesIn(await signIn(person, cookie)))
    }
    const known = await Promise.all(people.map((person) => knows(cookie, person)))
    assert.deepEqual(known, [false, ...Array(knownUsersPerBrowser).fill(true)])
  })

  it('is nobody’s where any of it is not as the service writes it', async () => {
    const person = await staff()
    const [own = ''] = valuesIn(await signIn(person))
    const tooMany = Array.from({ length: knownUsersPerBrowser }, newValue)
    for (const cookie of [
      cookieWith(own, 'x'),
      cookieWith(own, ''),
      cookieWith(own, ...tooMany),
      `kd=.${own}`,
    ])
      assert.equal(await knows(cookie, person), false, cookie.slice(0, 60))
    assert.equal(await knows(cookieWith(newValue(), own), person), true)
  })

  it('loses the value of a person whose browsers were forgotten', async () => {
    const [one, two] = [await staff(), await staff()]
    const [first = ''] = valuesIn(await signIn(one))
    const cookie = cookieWith(...valuesIn(await signIn(two, cookieWith(first))))
    await sql`delete from known_devices where user_id = ${one.uuid}`.execute(testApp.services.db)
    const values = valuesIn(await signIn(two, cookie))
    assert.equal(values.length, 1)
    assert.ok(!values.includes(first))
  })

  it('stays with a person who changes their password there, and with the others', async () => {
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
    for (const person of [one, two]) assert.equal(await knows(cookie, person), true)
  })

  it('tells by any of its values that its person is signed in, so that their own proof keeps their password', async () => {
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

describe('a value of an older version', () => {
  it('is replaced at the next sign-in, since a stranger may have planted it', async () => {
    const person = await staff()
    const planted = newValue()
    await rememberAs(person, planted)
    const values = valuesIn(await signIn(person, cookieWith(planted)))
    assert.deepEqual([values.length, values.includes(planted)], [1, false])
    assert.equal(await knows(cookieWith(planted), person), false)
    assert.equal(await knows(cookieWith(...values), person), true)
    assert.deepEqual(valuesIn(await signIn(person, cookieWith(...values))), values)
    assert.equal(await noticesTo(person), 0)
  })

  it('takes the person’s sessions along when it is replaced, so that they count as signed in there', async () => {
    const person = await testApp.makeUser({ platforms: ['student', 'school'] })
    const body = { uuid: person.uuid, password: rightPassword }
    await testApp.call(login, { body: { ...body, product: 'learning' } })
    const older = newValue()
    const id = createHash('sha256').update(older).digest()
    const { db } = testApp.services
    for (const table of ['known_devices', 'sessions'])
      await sql`update ${sql.table(table)} set browser_id = ${id} where user_id = ${person.uuid}`.execute(db)
    for (const table of ['emails', 'credentials'])
      await sql`update ${sql.table(table)} set provenance = 'self_unverified' where user_id = ${person.uuid}`.execute(
        db,
      )
    const given = { body: { ...body, product: 'school' as const } }
    const second = await testApp.call(login, given, { headers: { cookie: cookieWith(older) } })
    const headers = { cookie: cookieWith(...valuesIn(second)) }
    await testApp.call(logout, {}, { token: second.data.accessToken })
    assert.equal(
      (await tryCode(testApp, await mailedCode(testApp, person, { headers }), { headers })).status,
      200,
    )
    assert.equal((await testApp.call(login, given, { headers })).status, 200, 'the password is kept')
  })

  it('that several people share is replaced for each of them, without a notice of a new browser', async () => {
    const [one, two] = [await staff(), await staff()]
    const shared = newValue()
    for (const person of [one, two]) await rememberAs(person, shared)
    for (const person of [one, two]) assert.equal(await knows(cookieWith(shared), person), true)

    const after = valuesIn(await signIn(one, cookieWith(shared)))
    assert.deepEqual([after.length, after[1]], [2, shared])
    assert.equal(await knows(cookieWith(shared), one), false, 'a copy is worth nothing any more')
    const last = valuesIn(await signIn(two, cookieWith(...after)))
    assert.deepEqual([last.length, last[1], last.includes(shared)], [2, after[0], false])
    for (const person of [one, two]) {
      assert.equal(await knows(cookieWith(shared), person), false)
      assert.equal(await knows(cookieWith(...last), person), true)
      assert.equal(await noticesTo(person), 0)
    }
  })
})
