/** Proves N-70, N-71, N-72 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const refresh = (token: string) => testApp.call(refreshToken, { body: { refreshToken: token } })
const ask = (token: string) => testApp.call(createCode, { body: { platform: 'student' } }, { token })
const sessionOf = (accessToken: string) => String(decodeJwt(accessToken).sid)

/** Moves the last refresh of this session into the past. */
async function ageRotation(accessToken: string, seconds: number): Promise<void> {
  await testApp.services.db
    .updateTable('sessions')
    .set({ rotatedAt: sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})` })
    .where('id', '=', sessionOf(accessToken))
    .execute()
}

describe('the refresh token', () => {
  it('returns a new pair of tokens and keeps the session open', async () => {
    const session = await testApp.signIn()
    const { status, data } = await refresh(session.refreshToken)
    assert.equal(status, 200)
    assert.notEqual(data.refreshToken, session.refreshToken)
    assert.equal(sessionOf(data.accessToken), sessionOf(session.accessToken))
    assert.equal((await ask(data.accessToken)).status, 200)
  })

  it('gives fifty parallel callers the same successor', async () => {
    const session = await testApp.signIn()
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(session.refreshToken)))
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]))
    assert.equal(new Set(answers.map((answer) => answer.data.refreshToken)).size, 1)
    const row = await testApp.services.db
      .selectFrom('sessions')
      .select('counter')
      .where('id', '=', sessionOf(session.accessToken))
      .executeTakeFirstOrThrow()
    assert.equal(Number(row.counter), 1)
  })

  it('answers the previous refresh token with the same successor for thirty seconds', async () => {
    const session = await testApp.signIn()
    const first = await refresh(session.refreshToken)
    // A busy machine may take seconds until the next request.
    await ageRotation(session.accessToken, 25)
    const second = await refresh(session.refreshToken)
    assert.equal(second.data.refreshToken, first.data.refreshToken)
  })

  it('gives a used token another successor when the answer was lost, and voids the lost one', async () => {
    const session = await testApp.signIn()
    const lost = (await refresh(session.refreshToken)).data
    await ageRotation(session.accessToken, 31)
    const again = await refresh(session.refreshToken)
    assert.equal(again.status, 200)
    assert.notEqual(again.data.refreshToken, lost.refreshToken)
    // The second answer may be lost too.
    await ageRotation(session.accessToken, 31)
    const third = await refresh(session.refreshToken)
    assert.equal((await refresh(third.data.refreshToken)).status, 200, 'the session goes on')
    assert.equal((await refresh(lost.refreshToken)).status, 401, 'somebody else has the lost token')
    assert.equal((await ask(third.data.accessToken)).status, 401)
  })

  it('ends the session and notifies the user when a copy was used before the own token', async () => {
    const session = await testApp.signIn()
    const heir = (await refresh(session.refreshToken)).data
    await ageRotation(session.accessToken, 31)
    const copied = (await refresh(session.refreshToken)).data
    assert.equal((await refresh(heir.refreshToken)).status, 401)
    assert.equal((await refresh(copied.refreshToken)).status, 401)
    assert.equal((await ask(copied.accessToken)).status, 401)
    const [mail] = await testApp.services.outbox.recent(testApp.services.db, 1)
    assert.equal(mail?.to, session.user.email)
    assert.equal(mail?.template, 'session-ended-for-safety')
  })

  it('answers a used token that was repeated late with one successor for thirty seconds', async () => {
    const session = await testApp.signIn()
    await refresh(session.refreshToken)
    await ageRotation(session.accessToken, 31)
    const late = await Promise.all(Array.from({ length: 10 }, () => refresh(session.refreshToken)))
    assert.deepEqual(new Set(late.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(late.map(({ data }) => data.refreshToken)).size, 1)
  })

  it('ends the session for a refresh token two generations old, however fresh', async () => {
    const session = await testApp.signIn()
    const second = (await refresh(session.refreshToken)).data
    await refresh(second.refreshToken)
    assert.equal((await refresh(session.refreshToken)).status, 401)
    assert.equal((await refresh(second.refreshToken)).status, 401)
  })

  it('refuses foreign, tampered and other tokens in place of a refresh token with 401', async () => {
    const { refreshToken: token, accessToken } = await testApp.signIn()
    const tampered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    for (const bad of [
      accessToken,
      'rt_',
      'rt_AAAA',
      `ac_${token.slice(3)}`,
      tampered,
      token.slice(3),
      `${token}A`,
    ]) {
      assert.equal((await refresh(bad)).status, 401, bad.slice(0, 12))
    }
    assert.equal((await refresh(token)).status, 200, 'the session is untouched')
  })

  it('ends a session that was idle or lived too long', async () => {
    for (const column of ['idleExpiresAt', 'expiresAt'] as const) {
      const session = await testApp.signIn()
      await testApp.services.db
        .updateTable('sessions')
        .set({ [column]: new Date(Date.now() - 1_000) })
        .where('id', '=', sessionOf(session.accessToken))
        .execute()
      assert.equal((await refresh(session.refreshToken)).status, 401, column)
    }
  })

  it('never extends a session past its absolute end', async () => {
    const { refreshToken: token, accessToken } = await testApp.signIn('serviceAdmin')
    const id = sessionOf(accessToken)
    const { db } = testApp.services
    const soon = new Date(Date.now() + 60_000)
    await db.updateTable('sessions').set({ expiresAt: soon }).where('id', '=', id).execute()
    await refresh(token)
    const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(row.idleExpiresAt.getTime(), soon.getTime())
  })

  it('ends a session when its user is disabled or loses the membership', async () => {
    const { db } = testApp.services
    const [one, two] = [await testApp.signIn(), await testApp.signIn()]
    // The service now caches both sessions as open.
    for (const { accessToken } of [one, two]) assert.equal((await ask(accessToken)).status, 200)
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', one.user.uuid).execute()
    await db.deleteFrom('memberships').where('userId', '=', two.user.uuid).execute()
    for (const session of [one, two]) {
      assert.equal((await refresh(session.refreshToken)).status, 401)
      assert.equal((await ask(session.accessToken)).status, 401)
    }
  })

  it('refreshes with a single database connection', async () => {
    const narrow = await openTestApp({ poolSize: 1 })
    const session = await narrow.signIn()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        narrow.call(refreshToken, { body: { refreshToken: session.refreshToken } }),
      ),
    )
    assert.equal(answers.filter((answer) => answer.status === 200).length, 50)
    await narrow.close()
  })
})
