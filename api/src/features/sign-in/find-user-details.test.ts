/** Tests what a look-up (users/fetch) discloses (docs/decisions/disclosure.md) (N-01). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

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

  it('finds a phone number in Devanagari, Arabic-Indic and fullwidth digits', async () => {
    const { uuid } = await testApp.makeUser({ phoneNumber: '+919876543212', password: null })
    for (const typed of [
      '+९१ ९८७६५ ४३२१२',
      '९८७६५ ४३२१२',
      '٠٩٨٧٦٥٤٣٢١٢',
      '۹۸۷۶۵ ۴۳۲۱۲',
      '９８７６５　４３２１２',
    ])
      assert.equal((await lookUp(typed, 'learning', { countryCode: 'IN' })).data.uuid, uuid, typed)
  })

  it('demands the country of a phone number in national form', async () => {
    for (const more of [{}, { countryCode: 'ZZ' }]) {
      const answer = await lookUp('98765 43211', 'learning', more)
      assert.deepEqual([answer.status, answer.code], [400, 'country-code-needed'])
      assert.deepEqual(Object.keys(answer.fields), ['countryCode'])
    }
  })

  it('names the country in which a national phone number is not valid', async () => {
    await testApp.makeUser({ phoneNumber: '+919876543213' })
    for (const typed of ['98765 43213', '9123456', '12']) {
      const answer = await lookUp(typed, 'learning', { countryCode: 'FR' })
      assert.deepEqual([answer.status, answer.code], [400, 'country-code-needed'], typed)
      assert.match(answer.fields.countryCode?.[0] ?? '', /^This is not a phone number of France \(\+33\)\./)
    }
  })

  it('names the country in which it did not find a national phone number', async () => {
    const answer = await lookUp('06 12 34 56 78', 'learning', { countryCode: 'FR' })
    assert.deepEqual([answer.status, answer.code], [400, 'number-not-found'])
    assert.deepEqual(Object.keys(answer.fields), ['countryCode'])
    assert.match(answer.fields.countryCode?.[0] ?? '', /in France \(\+33\)/)
  })

  it('refuses text that is neither an email address nor a phone number before it looks for a user', async () => {
    const counts = []
    for (const typed of ['abc', 'asha@', 'not an address', '@example.com']) {
      for (const product of ['learning', 'internal', 'school'] as const) {
        counts.push(
          await testApp.countStatements(async () => {
            const answer = await lookUp(typed, product)
            assert.deepEqual([answer.status, answer.code], [400, 'contact-invalid'], typed)
            assert.match(answer.fields.userId?.[0] ?? '', /^Enter an email like name@example\.com or a phone/)
          }),
        )
      }
    }
    assert.ok(Math.max(...counts) < (await testApp.countStatements(() => lookUp('nobody@example.com'))))
  })

  it('refuses international phone numbers that do not exist', async () => {
    for (const typed of ['+911', '+91 98765 4321', '+999 123456', '0033 1'])
      for (const product of ['learning', 'internal'] as const) {
        const answer = await lookUp(typed, product)
        assert.deepEqual([answer.status, answer.code], [400, 'phone-invalid'], typed)
        assert.ok(answer.fields.userId)
      }
  })

  it('answers user-not-found at the identifier for an unknown user', async () => {
    for (const unknown of ['nobody@example.com', '+33612345678']) {
      const answer = await lookUp(unknown)
      assert.equal(answer.status, 400, unknown)
      assert.equal(answer.code, 'user-not-found')
      assert.ok(answer.fields.userId)
    }
  })

  it('answers alike for known and unknown national numbers at a staff form, with the number as it was read', async () => {
    const known = await testApp.makeUser({ platforms: ['serviceAdmin'], phoneNumber: '+919876543214' })
    for (const typed of ['98765 43214', '98765 43215']) {
      const { status, data } = await lookUp(typed, 'internal', { countryCode: 'IN' })
      assert.equal(status, 200)
      assert.notEqual(data.uuid, known.uuid)
      assert.deepEqual(
        { ...data, uuid: '' },
        {
          hasPassword: true,
          phoneNumber: `+91${typed.replace(' ', '')}`,
          email: null,
          uuid: '',
          fullName: null,
          profile: { picture: null },
        },
      )
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
