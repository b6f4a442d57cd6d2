/** Tests that a session and its children end together or not at all. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { maxSessions } from '../../identity/sessions/start-session.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
  await sql`create function lose_children() returns trigger language plpgsql as
    $$ begin raise exception 'the children are out of reach'; end $$`.execute(testApp.services.db)
})
after(() => testApp.close())

/** Makes the service fail between ending a session and ending its children. */
async function whileChildrenAreLost<T>(work: () => Promise<T>): Promise<T> {
  const { db } = testApp.services
  await sql`create trigger lose_children before update on sessions for each row
    when (new.parent_id is not null and new.revoked_at is not null) execute function lose_children()`.execute(
    db,
  )
  const done = await work()
  await sql`drop trigger lose_children on sessions`.execute(db)
  return done
}

async function openChild({ accessToken }: Session): Promise<void> {
  const { code } = (await testApp.mint(accessToken)).data
  const body = { code, platform: 'student' } as const
  assert.equal((await testApp.call(exchangeCode, { body }, { client: 'student-client' })).status, 200)
}

async function isOpen({ accessToken }: Session): Promise<boolean> {
  const { rows } = await sql`
    select id from sessions where id = ${String(decodeJwt(accessToken).sid)} and revoked_at is null`.execute(
    testApp.services.db,
  )
  return rows.length > 0
}

describe('a session whose children cannot be ended', () => {
  it('keeps a session of a user without access open when its children cannot be ended', async () => {
    const session = await testApp.signIn()
    await openChild(session)
    const { db } = testApp.services
    await db.deleteFrom('memberships').where('userId', '=', session.user.uuid).execute()
    const renew = (token: string) => testApp.call(refreshToken, { body: { refreshToken: token } })
    assert.equal((await whileChildrenAreLost(() => renew(session.refreshToken))).status, 500)
    assert.equal(await isOpen(session), true)
    assert.equal((await renew(session.refreshToken)).status, 401)
    assert.equal(await isOpen(session), false)
  })

  it('keeps the oldest session open when its children cannot be ended, in a known browser', async () => {
    const { uuid } = await testApp.makeUser()
    const enter = (cookie: string) => {
      const body = { uuid, password: rightPassword, product: 'learning' } as const
      return testApp.call(login, { body }, { headers: { cookie } })
    }
    const first = await enter('')
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    await openChild(first.data)
    for (let count = 1; count < maxSessions; count += 1) assert.equal((await enter(cookie)).status, 200)
    assert.equal((await whileChildrenAreLost(() => enter(cookie))).status, 500)
    assert.equal(await isOpen(first.data), true)
    assert.equal((await enter(cookie)).status, 200)
    assert.equal(await isOpen(first.data), false)
  })
})
