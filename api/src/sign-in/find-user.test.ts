/** Tests what a look-up (users/fetch) discloses (docs/decisions/look-up-privacy.md). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

function lookUp(
  userId: string,
  product: 'learning' | 'internal' | 'center' | 'school' = 'learning',
  more: { countryCode?: string; platform?: Platform } = {},
  headers: Record<string, string> = {},
) {
  return testApp.call(findUser, { body: { userId, product, ...more } }, { headers })
}

describe('look-up of a user', () => {
  it('discloses name, picture and typed contact of a learner', async () => {
    const { uuid } = await testApp.makeUser({ email: 'Look.Me@Example.com', phoneNumber: '+919812345678' })
    const { data } = await lookUp('  look.me@example.com ')
    assert.deepEqual(data, {
      hasPassword: true,
      phoneNumber: null,
      email: 'look.me@example.com',
      uuid,
      fullName: 'Asha Rao',
      profile: { picture: null },
    })
  })

  it('finds a phone number in every usual form', async () => {
    const { uuid } = await testApp.makeUser({ phoneNumber: '+919876543211', password: null })
    const forms = ['+919876543211', '+91 98765 43211', '0091 98765-43211', '(+91) 98765.43211']
    const copied = '\u202a+91\u00a098765\u201143211\u202c'
    for (const typed of [...forms, copied]) {
      const { data } = await lookUp(typed)
      assert.equal(data.uuid, uuid, typed)
      assert.equal(data.phoneNumber, '+919876543211')
      assert.equal(data.hasPassword, false)
    }
    assert.equal((await lookUp('098765 43211', 'learning', { countryCode: 'IN' })).data.uuid, uuid)
  })

  it('demands the country of a phone number in national form', async () => {
    const answer = await lookUp('98765 43211')
    assert.equal(answer.status, 400)
    assert.deepEqual(Object.keys(answer.fields), ['countryCode'])
  })

  it('answers user-not-found at the identifier for an unknown user', async () => {
    for (const unknown of ['nobody@example.com', 'not an address', '+911']) {
      const answer = await lookUp(unknown)
      assert.equal(answer.status, 400, unknown)
      assert.equal(answer.code, 'user-not-found')
      assert.ok(answer.fields.userId)
    }
  })

  it('answers alike for known and unknown users of a staff product, without a name', async () => {
    const known = await testApp.makeUser({ platforms: ['serviceAdmin'], email: 'boss@example.com' })
    const answers = [await lookUp(known.email, 'internal'), await lookUp('nobody@example.com', 'internal')]
    for (const { data, status } of answers) {
      assert.equal(status, 200)
      const { uuid, ...rest } = data
      assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4/)
      assert.deepEqual(rest, {
        hasPassword: true,
        phoneNumber: null,
        email: null,
        fullName: null,
        profile: { picture: null },
      })
    }
    assert.notEqual(answers[0]?.data.uuid, known.uuid, 'the id of the contact')
    assert.equal((await lookUp('NOBODY@example.com', 'internal')).data.uuid, answers[1]?.data.uuid)
  })

  it('answers alike for professors, learners and unknown users at the form of professors', async () => {
    const professor = await testApp.makeUser({ platforms: ['professor'] })
    const student = await testApp.makeUser()
    const answers = await Promise.all(
      [professor.email, student.email, 'nobody-at-all@example.com'].map((email) =>
        lookUp(email, 'learning', { platform: 'professor' }),
      ),
    )
    for (const { status, data, headers } of answers) {
      assert.equal(status, 200)
      assert.deepEqual({ ...data, uuid: '' }, { ...answers[0]?.data, uuid: '' })
      assert.deepEqual(Object.keys(headers).sort(), Object.keys(answers[0]?.headers ?? {}).sort())
    }
    assert.equal(new Set(answers.map((answer) => answer.text.length)).size, 1)
    assert.equal(new Set(answers.map(({ data }) => data.uuid)).size, 3)
  })

  it('hides professors at the form of learners', async () => {
    const professor = await testApp.makeUser({ platforms: ['professor'] })
    const answers = [await lookUp(professor.email), await lookUp('nobody-at-all@example.com')]
    assert.equal(answers[0]?.status, 400)
    assert.equal(answers[0]?.text, answers[1]?.text)
  })

  it('discloses the name of staff in their own known browser only', async () => {
    const boss = await testApp.makeUser({ platforms: ['serviceAdmin'], firstName: 'Farah' })
    const other = await testApp.makeUser({ platforms: ['serviceAdmin'] })
    const signedIn = await testApp.call(login, {
      body: { uuid: boss.uuid, password: rightPassword, product: 'internal' },
    })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const known = await lookUp(boss.email, 'internal', {}, { cookie })
    assert.equal(known.data.fullName, 'Farah Rao')
    assert.equal((await lookUp(other.email, 'internal', {}, { cookie })).data.fullName, null)
    assert.equal((await lookUp(boss.email, 'internal')).data.fullName, null)
    assert.equal((await lookUp(boss.email, 'internal', {}, { cookie: `${cookie}x` })).data.fullName, null)
  })

  it('runs as many statements for unknown as for known users of a staff product', async () => {
    const { email } = await testApp.makeUser({ platforms: ['serviceAdmin'] })
    const counts = []
    for (const userId of [email, 'nobody@example.com']) {
      counts.push(await testApp.countStatements(() => lookUp(userId, 'internal')))
    }
    assert.ok((counts[0] ?? 0) > 0)
    assert.equal(counts[0], counts[1])
  })

  it('finds no user of another product, and none for a form without a look-up', async () => {
    const school = await testApp.makeUser({ platforms: ['school'] })
    assert.equal((await lookUp(school.email)).code, 'user-not-found')
    assert.equal((await lookUp(school.email, 'school')).code, 'user-not-found')
  })
})

describe('look-up by enumeration mode', () => {
  it('hides learners too in strict mode and discloses everything in spec mode', async () => {
    const strict = await openTestApp({ config: { enumerationMode: 'strict' } })
    const learner = await strict.makeUser()
    const known = await strict.call(findUser, { body: { userId: learner.email, product: 'learning' } })
    const unknown = await strict.call(findUser, {
      body: { userId: 'nobody@example.com', product: 'learning' },
    })
    assert.deepEqual({ ...known.data, uuid: '' }, { ...unknown.data, uuid: '' })
    assert.equal(known.data.fullName, null)
    await strict.close()

    const spec = await openTestApp({ config: { enumerationMode: 'spec' } })
    const professor = await spec.makeUser({ platforms: ['professor'], phoneNumber: '+919812345670' })
    const { data } = await spec.call(findUser, {
      body: { userId: professor.email, product: 'learning', platform: 'professor' },
    })
    assert.equal(data.fullName, 'Asha Rao')
    assert.equal(data.phoneNumber, '+919812345670')
    await spec.close()
  })
})
