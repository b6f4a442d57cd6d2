/** Tests that the audit trail contains the cause of a refused sign-in if the answer does not (N-160). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { disableUser } from '../accounts/account-status-changes.ts'
import { anotherCode, mailCode, mailedCode, tryCode } from '../otp/test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

type Recorded = { event: string; cause: string | null }

/** Returns the refusals that `work` adds to the audit trail. */
async function refusalsOf(work: () => Promise<unknown>): Promise<Recorded[]> {
  const { db } = testApp.services
  const { rows: before } = await sql<{
    id: string
  }>`select coalesce(max(id), 0) as id from audit_events`.execute(db)
  await work()
  const { rows } = await sql<Recorded & { line: string }>`
    select event, details ->> 'cause' as cause, audit_events::text as line from audit_events
    where id > ${before[0]?.id} and event in ('sign-in-refused', 'sign-in-locked', 'otp-refused') order by id`.execute(
    db,
  )
  for (const { line } of rows) assert.doesNotMatch(line, /canary/)
  return rows.map(({ event, cause }) => ({ event, cause }))
}

function tryPassword(who: { uuid: string } | { email: string }, password: string) {
  return testApp.call(login, { body: { ...who, password, product: 'learning' } })
}

describe('the cause of a refused sign-in', () => {
  it('names an identifier that is not found, without the identifier', async () => {
    for (const who of [{ email: 'canary-of-nobody@example.com' }, { uuid: randomUUID() }])
      assert.deepEqual(await refusalsOf(() => tryPassword(who, 'canary-of-a-password')), [
        { event: 'sign-in-refused', cause: 'not-found' },
      ])
  })

  it('tells a wrong password from a disabled account and a missing membership', async () => {
    const member = await testApp.makeUser({ email: 'canary-of-a-member@example.com' })
    const disabled = await testApp.makeUser()
    await disableUser(testApp.services, disabled.uuid)
    const elsewhere = await testApp.makeUser({ platforms: ['school'] })
    const causes: [string, string, string][] = [
      [member.email, 'canary-of-a-password', 'wrong-password'],
      [disabled.email, rightPassword, 'disabled'],
      [elsewhere.email, rightPassword, 'no-membership'],
    ]
    for (const [email, password, cause] of causes)
      assert.deepEqual(await refusalsOf(() => tryPassword({ email }, password)), [
        { event: 'sign-in-refused', cause },
      ])
  })

  it('names the lockout that refuses even the right password', async () => {
    const { uuid } = await testApp.makeUser()
    for (let guess = 0; guess < 5; guess += 1) await tryPassword({ uuid }, 'wrong')
    assert.deepEqual(await refusalsOf(() => tryPassword({ uuid }, rightPassword)), [
      { event: 'sign-in-locked', cause: 'lockout' },
    ])
  })

  it('tells a wrong code from a code for a user that is not found', async () => {
    const sent = await mailedCode(testApp, await testApp.makeUser())
    const wrong = { ...sent, otp: anotherCode(sent.otp) }
    assert.deepEqual(await refusalsOf(() => tryCode(testApp, wrong)), [
      { event: 'otp-refused', cause: 'wrong-code' },
    ])
    const { data } = await mailCode(testApp, randomUUID())
    assert.deepEqual(await refusalsOf(() => tryCode(testApp, { token: data.token, otp: '123456' })), [
      { event: 'otp-refused', cause: 'not-found' },
    ])
  })
})
