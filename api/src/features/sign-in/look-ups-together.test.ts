/** Tests concurrent look-ups, which share one statement (find-user.ts). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { findUserWith } from '../../identity/users/find-user.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let copy: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1 } })
  copy = await testApp.openAnother()
})
after(() => testApp.close())

function lookUp(userId: string, app = testApp, headers: Record<string, string> = {}) {
  return app.call(findUser, { body: { userId, product: 'learning' } }, { headers })
}

describe('look-ups that arrive together', () => {
  it('answers each of them, known and unknown, equal and different', async () => {
    const asha = await testApp.makeUser({ email: 'asha@example.com', firstName: 'Asha' })
    const ravi = await testApp.makeUser({ phoneNumber: '+919812340001', firstName: 'Ravi', password: null })
    const typed = ['asha@example.com', '+919812340001', 'nobody@example.com', 'ASHA@example.com']
    const answers = await Promise.all(typed.map((one) => lookUp(one)))
    assert.deepEqual(
      answers.map(({ code, data }) => code ?? [data.uuid, data.fullName, data.hasPassword]),
      [
        [asha.uuid, 'Asha Rao', true],
        [ravi.uuid, 'Ravi Rao', false],
        'user-not-found',
        [asha.uuid, 'Asha Rao', true],
      ],
    )
  })

  it('finds users by their id, by the id of a look-up and by an identifier in one statement', async () => {
    const { db } = testApp.services
    const email = { channel: 'email', address: 'mira@example.com', key: 'mira@example.com' } as const
    const { uuid: id } = await testApp.makeUser({ email: email.address, phoneNumber: '+919812340002' })
    const { contactId } = (await findUserWith(db, { identifier: email })) ?? {}
    assert.ok(contactId)
    const by = [{ id }, { lookUpId: id }, { lookUpId: contactId }, { identifier: email }, { id: contactId }]
    const found = await Promise.all(by.map((one) => findUserWith(db, one)))
    assert.deepEqual(
      found.map((one) => one && [one.user.id, one.contactId]),
      [[id, null], [id, null], [id, contactId], [id, contactId], undefined],
    )
  })

  it('fails alone where the database refuses one of them', async () => {
    const { db } = testApp.services
    await testApp.makeUser({ email: 'alone@example.com' })
    const results = await Promise.allSettled(
      ['alone@example.com', 'broken\0@example.com', 'nobody@example.com'].map((address) =>
        findUserWith(db, { identifier: { channel: 'email', address, key: address } }),
      ),
    )
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? Boolean(result.value) : 'failed')),
      [true, 'failed', false],
    )
  })

  it('lets a device look up ten different users at once, equal ones once, across copies', async () => {
    const headers = { 'x-device-id': 'collector-in-parallel' }
    const different = Array.from({ length: 12 }, (_, index) => `parallel-${index}@example.com`)
    const answers = await Promise.all(
      [...different, 'parallel-0@example.com'].map((email, index) =>
        lookUp(email, index % 2 === 0 ? testApp : copy, headers),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, 2)
    for (const { headers: given } of refused) assert.ok(Number(given['retry-after']) > 3_000)
    const { rows } = await sql<{ count: number }>`
      select count from attempts where key like 'users-fetch:identifiers:%'`.execute(testApp.services.db)
    assert.deepEqual(
      rows.map(({ count }) => count),
      [12],
    )
  })
})
