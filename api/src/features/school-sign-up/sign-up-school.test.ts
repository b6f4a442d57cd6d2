/**
 * Tests the sign-up of a school with a new account: created rows, refusals, repeated requests and races (N-109, N-112).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { listSessions } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { freshAddress, goodPassword, newKey, placeIn, trySchool } from '../schools/test-schools.ts'
import { countRows, solveAhead, trySignUp } from '../sign-up/test-sign-ups.ts'

const trustedProxies = ['127.0.0.1']
/** `strict` uses the limits of production. */
let testApp: TestApp
let strict: TestApp
let india: Awaited<ReturnType<typeof placeIn>>
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies, captcha: 'off', limitsFactor: 1_000 } })
  strict = await openTestApp({ config: { trustedProxies, captcha: 'off' } })
  india = await placeIn(testApp, 'IN')
})
after(() => Promise.all([testApp.close(), strict.close()]))

let emails = 0
function newEmail(): string {
  emails += 1
  return `founder${emails}@example.com`
}

async function countSchools(): Promise<{ schools: number; access: number }> {
  const { rows } = await sql<{ schools: number; access: number }>`
    select (select count(*)::int from schools) as schools,
      (select count(*)::int from school_access) as access`.execute(testApp.services.db)
  return rows[0] ?? { schools: 0, access: 0 }
}

async function countAll(): Promise<Record<string, number> & { schools: number; access: number }> {
  return { ...(await countRows(testApp)), ...(await countSchools()) }
}

describe('a school with a new account', () => {
  it('makes an unverified school, its first user, membership, access, origin and session', async () => {
    const email = newEmail()
    const before = await countAll()
    const { status, data } = await trySchool(testApp, { ...india, email, source: 'fair' })
    assert.equal(status, 200)
    const { accessToken, platform, user } = data
    assert.deepEqual([platform, user.email, user.fullName], ['school', email, 'Meera Iyer'])
    const { rows } = await sql<Record<string, unknown>>`
      select schools.name, schools.type, schools.status, contact_first_name, contact_last_name, state_id,
        founder_id = ${user.uuid} as is_founder, school_access.user_id = ${user.uuid} as has_access, source
      from schools join school_access on school_id = schools.id join sign_ups using (user_id)
      where founder_id = ${user.uuid}`.execute(testApp.services.db)
    assert.deepEqual(rows, [
      {
        name: 'Green Valley School',
        type: 'secondary',
        status: 'unverified',
        contactFirstName: 'Meera',
        contactLastName: 'Iyer',
        stateId: india.stateId,
        isFounder: true,
        hasAccess: true,
        source: 'fair',
      },
    ])
    const after = await countAll()
    for (const [name, count] of Object.entries(after))
      assert.equal(
        count - (before[name as keyof typeof before] ?? 0),
        name === 'idempotencyKeys' ? 0 : 1,
        name,
      )
    assert.equal((await testApp.call(listSessions, {}, { token: accessToken })).data.length, 1)
    const again = await testApp.call(login, { body: { email, password: goodPassword, product: 'school' } })
    assert.equal(again.data.platform, 'school')
  })

  it('takes no state for a country without states, and a contact person without a last name', async () => {
    const gibraltar = await placeIn(testApp, 'GI')
    assert.equal(gibraltar.stateId, null)
    const { status } = await trySchool(testApp, { ...gibraltar, email: newEmail(), lastName: null })
    assert.equal(status, 200)
  })
})

describe('faults of a school', () => {
  it('names the field of each fault and makes nothing', async () => {
    const france = await placeIn(testApp, 'FR')
    const before = await countAll()
    const faults: [string, Parameters<typeof trySchool>[1]][] = [
      ['schoolName', { ...india, schoolName: ' ' }],
      ['schoolName', { ...india, schoolName: 'x'.repeat(121) }],
      ['schoolName', { ...india, schoolName: '123' }],
      ['schoolType', { ...india, schoolType: 'castle' as 'other' }],
      ['countryId', { countryId: randomUUID(), stateId: null }],
      ['countryId', { countryId: 'IN', stateId: null }],
      ['stateId', { ...india, stateId: null }],
      ['stateId', { ...india, stateId: france.stateId }],
      ['stateId', { ...india, stateId: randomUUID() }],
      ['stateId', { ...(await placeIn(testApp, 'GI')), stateId: india.stateId }],
      ['firstName', { ...india, firstName: '' }],
      ['lastName', { ...india, lastName: 'x'.repeat(65) }],
      ['email', { ...india, email: 'nobody' }],
      ['email', { ...india, email: 'a\u{200b}b@example.com' }],
      ['password1', { ...india, password1: 'short' }],
      ['password1', { ...india, password1: 'password1' }],
      ['password1', { ...india, password1: 'meeraiyer' }],
      ['password2', { ...india, password2: 'another password' }],
      ['source', { ...india, source: '' }],
    ]
    for (const [field, body] of faults) {
      const { status, fields } = await trySchool(testApp, body)
      assert.deepEqual([status, Object.keys(fields)], [400, [field]], `${field} ${JSON.stringify(body)}`)
    }
    assert.deepEqual(await countAll(), before)
  })

  it('does not count a wrong state or a weak password as an attempt of the device', async () => {
    const place = await placeIn(strict, 'IN')
    const headers = { ...freshAddress(), 'x-device-id': 'device-of-a-school' }
    for (const fault of [{ stateId: null }, { password1: 'password1' }, { stateId: null }, { stateId: null }])
      assert.equal((await trySchool(strict, { ...place, ...fault }, headers)).status, 400)
    assert.equal((await trySchool(strict, place, headers)).status, 200)
  })

  it('still refuses the sign-up of users on the platform of schools', async () => {
    const refused = await trySignUp(testApp, { platform: 'school', email: newEmail() })
    assert.deepEqual([refused.status, refused.code], [403, 'no-access'])
  })
})

describe('captcha', () => {
  it('demands a solved challenge of every sign-up of a school, takes each once and none of another action', async () => {
    const asking = await openTestApp({ config: { trustedProxies } })
    const place = await placeIn(asking, 'IN')
    const headers = freshAddress()
    const first = await trySchool(asking, { ...place, email: newEmail() }, headers)
    assert.equal(first.code, 'captcha-needed')
    const captcha = await solveAhead(asking, 'sign_up', headers)
    const solved = await trySchool(asking, { ...place, email: newEmail(), captcha }, headers)
    assert.equal(solved.status, 200)
    for (const used of [captcha, await solveAhead(asking, 'login', headers)]) {
      const refused = await trySchool(asking, { ...place, email: newEmail(), captcha: used }, headers)
      assert.equal(refused.code, 'captcha-refused')
    }
    await asking.close()
  })
})

describe('an email that has an account', () => {
  it('refuses a taken email alike for every account, whatever its platform, password and status', async () => {
    const { db } = testApp.services
    const student = await testApp.makeUser()
    const staff = await testApp.makeUser({ platforms: ['svp'], password: null })
    const disabled = await testApp.makeUser({ platforms: ['school'] })
    await sql`update users set disabled_at = now() where id = ${disabled.uuid}`.execute(db)
    const before = await countAll()
    const texts = new Set<string>()
    for (const { email } of [student, staff, disabled]) {
      const { status, code, fields, text } = await trySchool(testApp, { ...india, email })
      assert.deepEqual([status, code, Object.keys(fields)], [400, 'email-taken', ['email']])
      texts.add(text.replaceAll(email, 'the typed email'))
    }
    assert.equal(texts.size, 1)
    assert.deepEqual(await countAll(), before)
  })

  it('counts taken emails with the sign-ups of users of its network', async () => {
    const low = await openTestApp({ config: { trustedProxies, captcha: 'off', limitsFactor: 0.02 } })
    const place = await placeIn(low, 'IN')
    const { email } = await low.makeUser()
    const headers = freshAddress()
    const codes = [
      await trySchool(low, { ...place, email }, headers),
      await trySignUp(low, { email }, headers),
      await trySchool(low, { ...place, email: newEmail() }, headers),
    ].map(({ code }) => code)
    assert.deepEqual(codes, ['email-taken', 'email-taken', 'too-many-attempts'])
    await low.close()
  })

  it('mails the owner at most once a day about sign-ups, of users and of schools together', async () => {
    const place = await placeIn(strict, 'IN')
    const { email } = await strict.makeUser()
    await trySignUp(strict, { email })
    for (let count = 0; count < 2; count += 1) await trySchool(strict, { ...place, email })
    const messages = await strict.services.outbox.recent(strict.services.db, 50)
    assert.deepEqual(
      messages.filter(({ to }) => to === email).map(({ template }) => template),
      ['sign-up-attempted'],
    )
  })
})

describe('repetitions and races', () => {
  it('answers a repeated request with the same session and makes nothing twice', async () => {
    const email = newEmail()
    const headers = newKey()
    const first = await trySchool(testApp, { ...india, email }, headers)
    const before = await countAll()
    const again = await trySchool(testApp, { ...india, email }, headers)
    assert.deepEqual([again.status, again.data.user], [200, first.data.user])
    assert.deepEqual(await countAll(), before)
    const other = await trySchool(testApp, { ...india, email, schoolName: 'Another' }, headers)
    assert.equal(other.code, 'idempotency-key-reused')
  })

  it('makes one school and one account of twenty requests at once with one email', async () => {
    const email = newEmail()
    const before = await countAll()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trySchool(testApp, { ...india, email })),
    )
    assert.deepEqual(answers.map(({ code }) => code ?? 'made').sort(), [
      ...Array.from({ length: 19 }, () => 'email-taken'),
      'made',
    ])
    const after = await countAll()
    assert.equal(after.schools - before.schools, 1)
    assert.equal(after.access - before.access, 1)
    assert.equal((after.users ?? 0) - (before.users ?? 0), 1)
  })

  it('makes one school of twenty equal requests at once with one key, and answers them all', async () => {
    const email = newEmail()
    const headers = newKey()
    const before = await countSchools()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trySchool(testApp, { ...india, email }, headers)),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal((await countSchools()).schools - before.schools, 1)
  })

  it('makes nothing when a later statement of the sign-up fails', async () => {
    const { db } = testApp.services
    const before = await countAll()
    for (const table of ['school_access', 'sessions']) {
      await sql`alter table ${sql.table(table)} rename to away`.execute(db)
      const { code } = await trySchool(testApp, { ...india, email: newEmail() }, newKey())
      await sql`alter table away rename to ${sql.table(table)}`.execute(db)
      assert.equal(code, 'sign-up-failed', table)
      assert.deepEqual(await countAll(), before, table)
    }
  })
})
