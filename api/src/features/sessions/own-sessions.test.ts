/** Tests the list of a user's sessions, and that a session can end another session of the user (N-143). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import { endOneSession, listSessions, logout, refreshToken } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { runFoyer } from '../../operator/command-line/test-run-foyer.ts'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const onAndroid =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

async function signIn(uuid: string, headers: Record<string, string> = {}): Promise<Session> {
  const body = { uuid, password: rightPassword, product: 'learning' as const }
  return (await testApp.call(login, { body }, { headers })).data
}

const sessionOf = ({ accessToken }: { accessToken: string }) => String(decodeJwt(accessToken).sid)
const list = ({ accessToken }: { accessToken: string }) =>
  testApp.call(listSessions, {}, { token: accessToken })
const end = ({ accessToken }: { accessToken: string }, id: string) =>
  testApp.call(endOneSession, { params: { id } }, { token: accessToken })
const foyer = (...words: string[]) =>
  runFoyer(words, { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret })
const renew = ({ refreshToken: token, client }: { refreshToken: string; client?: string }) =>
  testApp.call(refreshToken, { body: { refreshToken: token } }, client ? { client } : {})

/** Opens a platform's session from this session. `client` has the credentials to renew it. */
async function handOver({ accessToken }: Session): Promise<Session & { client: string }> {
  const { data } = await testApp.mint(accessToken)
  const body = { code: data.code, platform: 'student' as const }
  const client = 'student-client'
  return { ...(await testApp.call(exchangeCode, { body }, { client })).data.session, client }
}

describe("the list of the caller's sessions", () => {
  it("lists the caller's open sessions, the newest first, with the name of the browser", async () => {
    const { uuid } = await testApp.makeUser()
    const first = await signIn(uuid, { 'user-agent': onAndroid })
    const ended = await signIn(uuid)
    const over = await signIn(uuid)
    const last = await signIn(uuid, { 'user-agent': 'curl/8' })
    await signIn((await testApp.makeUser()).uuid)
    await testApp.call(logout, {}, { token: ended.accessToken })
    await testApp.services.db
      .updateTable('sessions')
      .set({ idleExpiresAt: new Date(Date.now() - 1_000) })
      .where('id', '=', sessionOf(over))
      .execute()
    const { status, data } = await list(first)
    assert.equal(status, 200)
    assert.deepEqual(
      data.map(({ id, platform, device, isCurrent }) => ({ id, platform, device, isCurrent })),
      [
        { id: sessionOf(last), platform: 'student', device: null, isCurrent: false },
        { id: sessionOf(first), platform: 'student', device: 'Chrome on Android', isCurrent: true },
      ],
    )
  })

  it('shows when a session was last used, here or by its platform', async () => {
    const { uuid } = await testApp.makeUser()
    const session = await signIn(uuid)
    const handed = await handOver(session)
    await sql`update sessions set created_at = created_at - interval '2 hours', last_seen_at = last_seen_at - interval '1 hour'
      where user_id = ${uuid}`.execute(testApp.services.db)
    const [before] = (await list(session)).data
    const age = Date.now() - Date.parse(before?.lastSeenAt ?? '')
    assert.ok(age > 3_590_000 && age < 3_660_000, `${age}`)
    await renew(handed)
    const [after] = (await list(session)).data
    assert.ok(Date.now() - Date.parse(after?.lastSeenAt ?? '') < 60_000)
    assert.ok(Date.now() - Date.parse(after?.createdAt ?? '') > 7_000_000)
  })

  it('refuses the list of sessions to platforms and to callers without a token', async () => {
    const session = await signIn((await testApp.makeUser()).uuid)
    const handed = await handOver(session)
    assert.equal((await list(handed)).code, 'no-access')
    assert.equal((await end(handed, sessionOf(session))).code, 'no-access')
    assert.equal((await testApp.call(listSessions, {})).status, 401)
    assert.equal((await testApp.call(endOneSession, { params: { id: sessionOf(session) } })).status, 401)
  })
})

describe('ending a session from the list', () => {
  it('ends a session at once, together with its platform sessions', async () => {
    const { uuid } = await testApp.makeUser()
    const [here, there] = [await signIn(uuid), await signIn(uuid)]
    const handed = await handOver(there)
    assert.equal((await list(there)).status, 200)
    const answer = await end(here, sessionOf(there))
    assert.deepEqual([answer.status, answer.text], [204, ''])
    assert.equal((await list(there)).status, 401)
    assert.equal((await renew(there)).status, 401)
    assert.equal((await renew(handed)).status, 401)
    assert.equal((await renew(here)).status, 200)
    assert.equal((await end(here, sessionOf(there))).status, 204, 'it has ended already')
  })

  it("ends the caller's own session", async () => {
    const session = await signIn((await testApp.makeUser()).uuid)
    assert.equal((await end(session, sessionOf(session))).status, 204)
    assert.equal(
      (await testApp.call(createCode, { body: { platform: 'student' } }, { token: session.accessToken }))
        .status,
      401,
    )
  })

  it("refuses to end another user's session, a platform's session and one that does not exist", async () => {
    const mine = await signIn((await testApp.makeUser()).uuid)
    const theirs = await signIn((await testApp.makeUser()).uuid)
    const handed = await handOver(mine)
    const answers = await Promise.all(
      [sessionOf(theirs), sessionOf(handed), randomUUID()].map((id) => end(mine, id)),
    )
    for (const answer of answers) {
      assert.equal(answer.status, 404)
      assert.equal(answer.text, answers[0]?.text)
    }
    assert.equal((await renew(theirs)).status, 200)
    assert.equal((await end(mine, 'no-uuid')).status, 400)
  })
})

describe('a session that idled out while a platform still uses it', () => {
  /** Lets the parent session expire by idle time while the platform session stays in use. */
  async function idledOut() {
    const { uuid, email } = await testApp.makeUser()
    const parent = await signIn(uuid)
    const platform = await handOver(parent)
    const now = await signIn(uuid)
    await sql`update sessions set idle_expires_at = clock_timestamp() - interval '1 second'
      where id = ${sessionOf(parent)}`.execute(testApp.services.db)
    assert.equal((await renew(parent)).status, 401, 'the parent session has ended')
    assert.equal((await renew(platform)).status, 200, 'the platform session is not')
    return { uuid, email, parent, platform, now }
  }
  const idsOf = async (session: Session) => (await list(session)).data.map(({ id }) => id)

  it("stays in the owner's list until its platform session has ended too", async () => {
    const { parent, platform, now } = await idledOut()
    assert.deepEqual(await idsOf(now), [sessionOf(now), sessionOf(parent)])
    await testApp.call(logout, {}, { token: platform.accessToken })
    assert.deepEqual(await idsOf(now), [sessionOf(now)])
  })

  it('ends together with its platform session when its owner ends it', async () => {
    const { parent, platform, now } = await idledOut()
    assert.equal((await end(now, sessionOf(parent))).status, 204)
    assert.equal((await renew(platform)).status, 401)
    assert.deepEqual(await idsOf(now), [sessionOf(now)])
  })

  it('loses its platform session when the password changes', async () => {
    const { platform, now } = await idledOut()
    const body = {
      currentPassword: rightPassword,
      password1: 'heron on tin roofs',
      password2: 'heron on tin roofs',
    }
    assert.equal((await testApp.call(changePassword, { body }, { token: now.accessToken })).status, 204)
    assert.equal((await renew(platform)).status, 401)
    assert.deepEqual(await idsOf(now), [sessionOf(now)])
  })

  it('appears on the command line, which ends it, although it idled out', async () => {
    const { email, parent, platform } = await idledOut()
    const shown = async () => JSON.parse((await foyer('user', 'show', email, '--json')).out).sessions
    assert.equal((await shown()).at(-1).id, sessionOf(parent))
    assert.equal((await foyer('session', 'revoke', sessionOf(parent))).code, 0)
    assert.equal((await renew(platform)).status, 401)
    assert.equal((await shown()).length, 1)

    const other = await idledOut()
    assert.equal((await foyer('session', 'revoke', '--user', other.email)).code, 0)
    assert.equal((await renew(other.platform)).status, 401)
  })
})

describe('the lifetimes of a session', () => {
  it("limits idle time and lifetime by the platform's session class", async () => {
    for (const [platform, idle, absolute] of [
      ['student', 1_209_600, 2_592_000],
      ['school', 604_800, 2_592_000],
      ['serviceAdmin', 3_600, 43_200],
    ] as const) {
      const session = await testApp.signIn(platform)
      const { rows } = await sql<{ idle: number; absolute: number }>`
        select extract(epoch from idle_expires_at - created_at)::int as idle,
          extract(epoch from expires_at - created_at)::int as absolute
        from sessions where id = ${sessionOf(session)}`.execute(testApp.services.db)
      assert.deepEqual(rows, [{ idle, absolute }], platform)
    }
  })
})
