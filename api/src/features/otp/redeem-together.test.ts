/** Tests concurrent right codes: each opens the same session as it would without the others. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { maxSessions } from '../../identity/sessions/start-session.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { codeTo, endWaits, mailCode, mailedCode, tryCode } from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({
    config: { captcha: 'off', trustedProxies: ['127.0.0.1'], limitsFactor: 10 },
  })
})
after(() => testApp.close())

/** Counts the network addresses, so that each request has another address. */
let addresses = 0
function newAddress(more: Record<string, string> = {}) {
  addresses += 1
  return { headers: { 'x-forwarded-for': `198.51.100.${addresses}`, ...more } }
}

async function codesOf(count: number) {
  const users = await Promise.all(Array.from({ length: count }, () => testApp.makeUser()))
  return Promise.all(
    users.map(async (user) => ({ user, code: await mailedCode(testApp, user, newAddress()) })),
  )
}

async function knownBrowserOf(uuid: string): Promise<string> {
  const body = { uuid, password: rightPassword, product: 'learning' } as const
  const { headers } = await testApp.call(login, { body }, newAddress())
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

async function sessionsOf(uuid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sessions where user_id = ${uuid} and revoked_at is null and 'otp' = any(amr)`.execute(
    testApp.services.db,
  )
  return rows[0]?.count ?? 0
}

async function noticesTo(email: string): Promise<number> {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 200)
  return messages.filter(({ to, template }) => to === email && template === 'new-device').length
}

describe('right codes that arrive together', () => {
  it('opens a session for each user, with the browser known and the event recorded', async () => {
    const codes = await codesOf(6)
    const answers = await Promise.all(codes.map(({ code }) => tryCode(testApp, code, newAddress())))
    for (const [index, { user }] of codes.entries()) {
      assert.equal(answers[index]?.status, 200)
      assert.equal(answers[index]?.data.user.uuid, user.uuid)
      const { rows } = await sql<{ event: string; known: number }>`
        select event, (select count(*)::int from known_browsers where user_id = ${user.uuid}) as known
        from audit_events where user_id = ${user.uuid} order by id`.execute(testApp.services.db)
      assert.deepEqual(rows, [
        { event: 'otp-sent', known: 1 },
        { event: 'sign-in', known: 1 },
      ])
      assert.equal(await sessionsOf(user.uuid), 1)
    }
  })

  it('proves an unproven address beside codes of proven ones', async () => {
    const codes = await codesOf(3)
    const unproven = codes[1]?.user.uuid ?? ''
    await sql`update emails set provenance = 'self_unverified' where user_id = ${unproven}`.execute(
      testApp.services.db,
    )
    const answers = await Promise.all(codes.map(({ code }) => tryCode(testApp, code, newAddress())))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const { rows } = await sql`
      select from emails where user_id = ${unproven} and provenance = 'verified'`.execute(testApp.services.db)
    assert.equal(rows.length, 1)
  })

  it('refuses alone the user who is disabled or whose row another transaction holds until it disables them', async () => {
    const codes = await codesOf(3)
    const [first, second] = codes.map(({ user }) => user.uuid)
    const { db } = testApp.services
    const disable = (uuid = '') => sql`update users set disabled_at = now() where id = ${uuid}`
    await disable(first).execute(db)
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const holding = db.transaction().execute(async (trx) => {
      await disable(second).execute(trx)
      isHeld.resolve()
      await held.promise
    })
    await isHeld.promise
    const answering = codes.map(({ code }) => tryCode(testApp, code, newAddress()))
    assert.equal((await answering[2])?.status, 200, 'waits for no other user')
    held.resolve()
    await holding
    assert.deepEqual(
      (await Promise.all(answering)).map(({ code }) => code),
      ['otp-wrong', 'otp-wrong', undefined],
    )
    assert.deepEqual(await Promise.all(codes.map(({ user }) => sessionsOf(user.uuid))), [0, 0, 1])
  })

  it('redeems two codes of one user, one from a known browser, and notifies of the other browser once', async () => {
    const user = await testApp.makeUser()
    const cookie = await knownBrowserOf(user.uuid)
    const before = await noticesTo(user.email)
    const own = await mailCode(testApp, user.uuid, newAddress({ cookie }))
    const ownCode = { token: own.data.token, otp: await codeTo(testApp, user.email) }
    const other = await mailedCode(testApp, user, newAddress())
    const answers = await Promise.all([
      tryCode(testApp, ownCode, newAddress({ cookie })),
      tryCode(testApp, other, newAddress()),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(await sessionsOf(user.uuid), 2)
    assert.equal((await noticesTo(user.email)) - before, 1)
  })

  it('ends the oldest session of a user who has as many as allowed', async () => {
    const user = await testApp.makeUser()
    for (let count = 0; count <= maxSessions; count += 1) {
      await endWaits(testApp)
      await sql`delete from attempts where key like 'otp-send:%'`.execute(testApp.services.db)
      assert.equal(
        (await tryCode(testApp, await mailedCode(testApp, user, newAddress()), newAddress())).status,
        200,
      )
    }
    assert.equal(await sessionsOf(user.uuid), maxSessions)
  })
})
