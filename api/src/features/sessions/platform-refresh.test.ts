/** Tests that only the client of a platform's session can renew the session, with its secret (RFC 6749 §6) (N-142). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { platformRow } from '@foyer/contract/platforms'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { readRegistry } from '../../kernel/config/platform-registry.ts'
import { clientSecret, openTestApp, originOf, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { refreshesPerSession } from './sessions.routes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { registry: registry() } })
})
after(() => testApp.close())

/** Returns a registry in which student has two clients and school has another client. */
function registry() {
  const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
  const entry = (platform: 'student' | 'school', ...ids: string[]) => ({
    home: `${originOf(platform)}/home`,
    origins: [originOf(platform)],
    clients: ids.map((id) => ({ id, secretSha256, requiresPkce: false })),
  })
  const file = {
    student: entry('student', 'student-client', 'sister'),
    school: entry('school', 'school-client'),
  }
  return readRegistry(JSON.stringify(file), { isProduction: false })
}

const renew = (token: string, sent: Parameters<TestApp['call']>[2] = {}) =>
  testApp.call(refreshToken, { body: { refreshToken: token } }, sent)
const asPlatform = { client: 'student-client' }
const basic = (id: string, secret: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
})

async function signedInOnPlatform() {
  const own = await testApp.signIn()
  const { code } = (await testApp.mint(own.accessToken)).data
  const body = { code, platform: 'student' as const }
  const { session } = (await testApp.call(exchangeCode, { body }, asPlatform)).data
  return { own, session }
}

async function rowOf(accessToken: string) {
  const id = String(decodeJwt(accessToken).sid)
  const { db } = testApp.services
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

describe('a refresh by a user of two platforms', () => {
  it('needs the membership of the platform of the session, and no other', async () => {
    const { uuid } = await testApp.makeUser({ platforms: ['student', 'school'] })
    const signIn = async (platform: 'student' | 'school') => {
      const { product } = platformRow(platform)
      const body = { uuid, password: rightPassword, product, platform }
      const { data: own } = await testApp.call(login, { body })
      const { code } = (await testApp.mint(own.accessToken, { platform })).data
      const client = `${platform}-client`
      const { session } = (await testApp.call(exchangeCode, { body: { code, platform } }, { client })).data
      return { own, session, client }
    }
    const student = await signIn('student')
    const school = await signIn('school')
    const { db } = testApp.services
    await db.deleteFrom('memberships').where('userId', '=', uuid).where('platform', '=', 'student').execute()
    assert.equal(
      (await renew(student.session.refreshToken, { client: student.client })).code,
      'session-ended',
    )
    assert.equal((await renew(student.own.refreshToken)).code, 'session-ended')
    assert.equal((await renew(school.session.refreshToken, { client: school.client })).status, 200)
    assert.equal((await renew(school.own.refreshToken)).status, 200)
  })

  it('accepts the access tokens of a platform whose member the user is, and of no other', async () => {
    const { uuid } = await testApp.makeUser({ platforms: ['student', 'school'] })
    const signIn = async (platform: 'student' | 'school') => {
      const body = { uuid, password: rightPassword, product: platformRow(platform).product, platform }
      return (await testApp.call(login, { body })).data
    }
    const [student, school] = [await signIn('student'), await signIn('school')]
    const { db } = testApp.services
    await db.deleteFrom('memberships').where('userId', '=', uuid).where('platform', '=', 'student').execute()
    assert.equal((await testApp.mint(student.accessToken)).code, 'session-ended')
    assert.equal((await testApp.mint(school.accessToken, { platform: 'school' })).status, 200)
  })
})

describe('a platform’s refresh token', () => {
  it("gives new tokens to the client of the platform's session", async () => {
    const { session } = await signedInOnPlatform()
    const first = await renew(session.refreshToken, asPlatform)
    assert.equal(first.status, 200)
    assert.equal((await renew(first.data.refreshToken, asPlatform)).status, 200)
  })

  it("refuses a platform's token without its client's credentials, and does not use it up", async () => {
    const { session } = await signedInOnPlatform()
    const before = await rowOf(session.accessToken)
    for (const [sent, code] of [
      [{}, 'client-unknown'],
      [{ token: session.accessToken }, 'client-unknown'],
      [basic('student-client', 'wrong'), 'client-unknown'],
      [basic('nobody', clientSecret), 'client-unknown'],
      [{ headers: { authorization: 'Basic' } }, 'client-unknown'],
      [{ client: 'sister' }, 'session-ended'],
      [{ client: 'school-client' }, 'session-ended'],
    ] as const) {
      const refused = await renew(session.refreshToken, sent)
      assert.equal(refused.code, code, JSON.stringify(sent))
      assert.equal(refused.status, 401)
      assert.deepEqual(await rowOf(session.accessToken), before, 'nothing changes')
    }
    assert.equal((await renew(session.refreshToken, asPlatform)).status, 200)
  })

  it("gives new tokens with either secret while the client's secret is replaced", async () => {
    const secretSha256 = ['a new secret', clientSecret].map((secret) =>
      createHash('sha256').update(secret).digest('hex'),
    )
    const origins = [originOf('student')]
    const clients = [{ id: 'student-client', secretSha256, requiresPkce: false }]
    const student = { home: `${origins[0]}/home`, origins, clients }
    const registry = readRegistry(JSON.stringify({ student }), { isProduction: false })
    const { signIn, mint, call, close } = await openTestApp({ config: { registry } })
    const { code } = (await mint((await signIn()).accessToken)).data
    const body = { code, platform: 'student' as const }
    const old = basic('student-client', clientSecret)
    let { refreshToken: token } = (await call(exchangeCode, { body }, old)).data.session
    for (const sent of [basic('student-client', 'a new secret'), old]) {
      const renewed = await call(refreshToken, { body: { refreshToken: token } }, sent)
      assert.equal(renewed.status, 200)
      token = renewed.data.refreshToken
    }
    const wrong = await call(refreshToken, { body: { refreshToken: token } }, basic('student-client', 'x'))
    assert.equal(wrong.code, 'client-unknown')
    await close()
  })

  it("keeps the session open when an old copy of the token comes without the client's credentials", async () => {
    const { session } = await signedInOnPlatform()
    const second = (await renew(session.refreshToken, asPlatform)).data
    const third = (await renew(second.refreshToken, asPlatform)).data
    assert.equal((await renew(session.refreshToken)).code, 'client-unknown')
    assert.equal((await renew(third.refreshToken, asPlatform)).status, 200)
  })

  it("ends the session when an old copy of the token comes with the client's credentials", async () => {
    const { own, session } = await signedInOnPlatform()
    const second = (await renew(session.refreshToken, asPlatform)).data
    const third = (await renew(second.refreshToken, asPlatform)).data
    assert.equal((await renew(session.refreshToken, asPlatform)).status, 401)
    assert.equal((await renew(third.refreshToken, asPlatform)).status, 401)
    assert.equal((await renew(own.refreshToken)).status, 200, 'the user’s own session continues')
  })

  it("refuses every caller once the platform's session has ended", async () => {
    const { session } = await signedInOnPlatform()
    await sql`update sessions set revoked_at = now(), revoked_reason = 'test'
      where id = ${String(decodeJwt(session.accessToken).sid)}`.execute(testApp.services.db)
    assert.equal((await renew(session.refreshToken, asPlatform)).code, 'session-ended')
    assert.equal((await renew(session.refreshToken)).code, 'client-unknown')
  })

  it('does not count renewals without credentials against the platform', async () => {
    const { session } = await signedInOnPlatform()
    const copies = Array.from({ length: refreshesPerSession.max + 1 }, () => renew(session.refreshToken))
    const answers = await Promise.all(copies)
    assert.equal(answers.filter(({ status }) => status === 429).length, 1)
    assert.equal((await renew(session.refreshToken, asPlatform)).status, 200)
  })

  it("records an audit event when another caller presents a platform's token", async () => {
    const { own, session } = await signedInOnPlatform()
    await renew(session.refreshToken)
    await renew(session.refreshToken, { client: 'school-client' })
    const { rows } = await sql<{ client: string | null; platform: string }>`
      select client_id as client, platform from audit_events
      where event = 'refresh-refused' and user_id = ${own.user.uuid} order by id`.execute(testApp.services.db)
    assert.deepEqual(rows, [
      { client: null, platform: 'student' },
      { client: 'school-client', platform: 'student' },
    ])
  })
})

describe('the refresh token of the user’s own session', () => {
  it("refuses the user's own token together with a client's credentials, and does not use it up", async () => {
    const { own } = await signedInOnPlatform()
    assert.equal((await renew(own.refreshToken, asPlatform)).code, 'session-ended')
    assert.equal((await renew(own.refreshToken, basic('student-client', 'wrong'))).code, 'client-unknown')
    assert.equal((await renew(own.refreshToken)).status, 200)
  })
})
