/** Tests concurrent sign-ins: each gets the same answer as it would without the others (N-10). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let copy: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  copy = await testApp.openAnother()
})
after(async () => {
  await copy.close()
  await testApp.close()
})

type Claim = { uuid: string } | { email: string }

const signIn = (claim: Claim, password = rightPassword, app = testApp, headers = {}) =>
  app.call(login, { body: { ...claim, password, product: 'learning' } }, { headers })

describe('sign-ins that arrive together', () => {
  it('finds each by what it claims, known or not', async () => {
    const [one, two, three] = await Promise.all([
      testApp.makeUser(),
      testApp.makeUser(),
      testApp.makeUser({ password: null }),
    ])
    const { rows } = await sql<{ id: string }>`select id from emails where user_id = ${two.uuid}`.execute(
      testApp.services.db,
    )
    const contactId = rows[0]?.id ?? ''
    const claims: [Claim, string, number][] = [
      [{ uuid: one.uuid }, rightPassword, 200],
      [{ uuid: one.uuid }, 'wrong', 400],
      [{ email: one.email.toUpperCase() }, rightPassword, 200],
      [{ uuid: contactId }, rightPassword, 200],
      [{ email: 'nobody@example.com' }, rightPassword, 400],
      [{ uuid: randomUUID() }, rightPassword, 400],
      [{ email: 'no address' }, rightPassword, 400],
      [{ uuid: three.uuid }, rightPassword, 400],
    ]
    const answers = await Promise.all(claims.map(([claim, password]) => signIn(claim, password)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      claims.map(([, , status]) => status),
    )
    const owners = answers.flatMap(({ status, data }) => (status === 200 ? [data.user.uuid] : []))
    assert.deepEqual(owners, [one.uuid, one.uuid, two.uuid])
  })

  it('gives each browser the values of its own cookie', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => testApp.makeUser()))
    const cookies = await Promise.all(users.map(async ({ uuid }) => cookieOf(await signIn({ uuid }))))
    const again = await Promise.all(
      users.map(({ uuid }, index) => signIn({ uuid }, rightPassword, testApp, { cookie: cookies[index] })),
    )
    assert.deepEqual(again.map(cookieOf), cookies)
    const swapped = await Promise.all(
      users.map(({ uuid }, index) =>
        signIn({ uuid }, rightPassword, testApp, { cookie: cookies[(index + 1) % cookies.length] }),
      ),
    )
    for (const [index, answer] of swapped.entries())
      assert.match(cookieOf(answer), new RegExp(`\\.${cookies[(index + 1) % cookies.length]?.slice(3)}$`))
  })

  it('compares five of fifty wrong passwords for one user, across two copies of the service', async () => {
    const { uuid } = await testApp.makeUser()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => signIn({ uuid }, 'wrong', index % 2 ? copy : testApp)),
    )
    const codes = answers.map(({ code }) => code).sort()
    assert.deepEqual(codes, [...Array(45).fill('too-many-attempts'), ...Array(5).fill('wrong-credentials')])
  })
})

function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String([headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
}
