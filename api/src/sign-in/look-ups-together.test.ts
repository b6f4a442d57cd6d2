/** Tests look-ups that arrive together, which are one statement (look-up-users.ts). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { type LookUp, lookUpUser } from '../accounts/users/look-up-users.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

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

/** A look-up without a device and without a known browser. */
function sought(email: string): LookUp {
  const contact = { channel: 'email', address: email, key: email } as const
  return { contact, browserIds: [], lookedUpBy: null, withContacts: false }
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

  it('fails alone where the database refuses one of them', async () => {
    const { db } = testApp.services
    await testApp.makeUser({ email: 'alone@example.com' })
    const results = await Promise.allSettled(
      ['alone@example.com', 'broken\0@example.com', 'nobody@example.com'].map((email) =>
        lookUpUser(db, sought(email)),
      ),
    )
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? Boolean(result.value.user) : 'failed')),
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

  it('counts an identifier before it answers, in the order in which the look-ups came', async () => {
    const { db } = testApp.services
    const by = (device: string, identifier: string) => ({
      ...sought('nobody@example.com'),
      lookedUpBy: {
        deviceKey: `of:${device}`,
        identifierKey: `${device}:${identifier}`,
        windowSeconds: 60,
      },
    })
    const countsOf = async (asked: readonly [device: string, identifier: string][]) =>
      (await Promise.all(asked.map(([device, identifier]) => lookUpUser(db, by(device, identifier))))).map(
        ({ identifiers }) => identifiers?.count ?? null,
      )
    const first = [
      ['x', 'a'],
      ['y', 'a'],
      ['x', 'b'],
      ['x', 'a'],
      ['x', 'c'],
    ] as const
    assert.deepEqual(await countsOf(first.map(([device, one]) => [device, one])), [1, 1, 2, null, 3])
    assert.deepEqual(
      await countsOf([
        ['x', 'c'],
        ['x', 'd'],
        ['y', 'b'],
      ]),
      [null, 4, 2],
    )
  })
})
