/** Proves N-51, N-52, N-53 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import { logout, refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { clientSecret, openTestApp, originOf, rightPassword, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const home = `${originOf('student')}/home`

type More = { redirectUrl?: string; codeVerifier?: string; platform?: Platform; client?: string }

function redeem(code: string, { client = 'student-client', ...more }: More = {}) {
  return testApp.call(exchangeCode, { body: { code, platform: 'student', ...more } }, { client })
}

const renew = (token: string) =>
  testApp.call(refreshToken, { body: { refreshToken: token } }, { client: 'student-client' })

async function mintedCode(): Promise<string> {
  const { accessToken } = await testApp.signIn()
  return (await testApp.mint(accessToken)).data.code
}

describe('code exchange', () => {
  it("opens a session of its own for the platform's server and names the user", async () => {
    const session = await testApp.signIn()
    const { code } = (await testApp.mint(session.accessToken)).data
    const { status, data } = await redeem(code, { redirectUrl: `${home}?code=1` })
    assert.equal(status, 200)
    assert.deepEqual(data.user, session.user)
    assert.equal(data.session.platform, 'student')
    assert.notEqual(decodeJwt(data.session.accessToken).sid, decodeJwt(session.accessToken).sid)
    assert.equal((await renew(data.session.refreshToken)).status, 200)
  })

  it("keeps at most twenty platform sessions below a user's session and ends the oldest", async () => {
    const { accessToken } = await testApp.signIn()
    const given: string[] = []
    for (let count = 0; count < 21; count += 1) {
      const { code } = (await testApp.mint(accessToken)).data
      given.push((await redeem(code)).data.session.refreshToken)
    }
    const states: number[] = []
    for (const token of given) states.push((await renew(token)).status)
    assert.deepEqual(states, [401, ...Array<number>(20).fill(200)])
    assert.equal((await testApp.mint(accessToken)).status, 200)
  })

  it('redeems a code for one of fifty requests and ends its session because of the replays', async () => {
    const code = await mintedCode()
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(code)))
    const winners = answers.filter((answer) => answer.status === 200)
    assert.equal(winners.length, 1)
    assert.equal(answers.filter((answer) => answer.code === 'code-invalid').length, 49)
    const given = winners[0]?.data.session
    assert.equal((await testApp.mint(given?.accessToken ?? '')).status, 401)
    assert.equal((await renew(given?.refreshToken ?? '')).status, 401)
    const children = await testApp.services.db
      .selectFrom('sessions')
      .select('id')
      .where('clientId', 'is not', null)
      .execute()
    assert.equal(children.filter((row) => row.id === decodeJwt(given?.accessToken ?? '').sid).length, 1)
  })

  it('ends the session that a code opened when the code is used again', async () => {
    const session = await testApp.signIn()
    const { code } = (await testApp.mint(session.accessToken)).data
    const given = (await redeem(code)).data.session
    const renewed = await renew(given.refreshToken)
    assert.equal(renewed.status, 200)
    assert.equal((await redeem(code)).code, 'code-invalid')
    assert.equal((await renew(renewed.data.refreshToken)).status, 401)
    assert.equal((await testApp.mint(renewed.data.accessToken)).code, 'session-ended')
    assert.equal((await testApp.mint(session.accessToken)).status, 200, 'the user stays signed in at Foyer')
  })

  it('refuses an expired code', async () => {
    const code = await mintedCode()
    await testApp.services.db
      .updateTable('oneTimeTokens')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute()
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('uses up a code that the client of another platform redeems', async () => {
    const code = await mintedCode()
    assert.equal((await redeem(code, { client: 'school-client', platform: 'school' })).code, 'code-invalid')
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('uses up a code that a client redeems in the name of another platform', async () => {
    const code = await mintedCode()
    assert.equal((await redeem(code, { client: 'school-client' })).code, 'code-invalid')
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('uses up a code that is redeemed with a foreign redirect URL', async () => {
    const code = await mintedCode()
    assert.equal((await redeem(code, { redirectUrl: 'https://evil.example/' })).code, 'code-invalid')
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('uses up a code if its code verifier is missing, wrong or unexpected', async () => {
    const codeVerifier = randomBytes(32).toString('base64url')
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
    const { accessToken } = await testApp.signIn()
    const redirectUrl = home
    const challenged = async () => (await testApp.mint(accessToken, { codeChallenge, redirectUrl })).data.code
    assert.equal((await redeem(await challenged(), { codeVerifier, redirectUrl })).status, 200)
    const wrong = [undefined, randomBytes(32).toString('base64url'), codeChallenge]
    for (const codeVerifier of wrong) {
      const answer = await redeem(await challenged(), { redirectUrl, ...(codeVerifier && { codeVerifier }) })
      assert.equal(answer.code, 'code-invalid')
      assert.equal(answer.detail, 'code-verifier-wrong')
    }
    const plain = (await testApp.mint(accessToken)).data.code
    assert.equal((await redeem(plain, { codeVerifier })).detail, 'code-verifier-wrong')
    assert.equal((await redeem(plain)).code, 'code-invalid')
  })

  it('refuses callers that are no platform client, and uses up no code', async () => {
    const code = await mintedCode()
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const wrongHeaders: Record<string, string>[] = [
      {},
      basic('student-client:wrong'),
      basic(`nobody:${clientSecret}`),
      basic('student-client:'),
      basic('student-client'),
      { authorization: 'Basic %%%' },
      { authorization: 'Bearer a.b.c' },
    ]
    for (const headers of wrongHeaders) {
      const answer = await testApp.call(exchangeCode, { body: { code, platform: 'student' } }, { headers })
      assert.equal(answer.code, 'client-unknown')
      assert.equal(answer.status, 401)
    }
    assert.equal((await redeem(code)).status, 200)
  })

  it('refuses a code once its session has ended', async () => {
    const session = await testApp.signIn()
    const { code } = (await testApp.mint(session.accessToken)).data
    await testApp.call(logout, {}, { token: session.accessToken })
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it("ends a platform session with the user's session, but not the other way round", async () => {
    const session = await testApp.signIn()
    const open = async () => (await redeem((await testApp.mint(session.accessToken)).data.code)).data.session
    const [first, second] = [await open(), await open()]
    await testApp.call(logout, {}, { token: first.accessToken })
    assert.equal((await testApp.mint(session.accessToken)).status, 200)
    await testApp.call(logout, {}, { token: session.accessToken })
    assert.equal((await renew(second.refreshToken)).status, 401)
  })

  it("mints no code for a platform session, which could outlive the user's sign-out", async () => {
    const session = await testApp.signIn()
    const child = (await redeem((await testApp.mint(session.accessToken)).data.code)).data.session
    assert.equal((await testApp.mint(child.accessToken)).code, 'no-access')
  })

  it('leaves no platform session open if the user signs out at the same moment', async () => {
    for (let round = 0; round < 30; round += 1) {
      const session = await testApp.signIn()
      const { code } = (await testApp.mint(session.accessToken)).data
      const [given] = await Promise.all([
        redeem(code),
        testApp.call(logout, {}, { token: session.accessToken }),
      ])
      if (given.status !== 200) continue
      const renewed = await renew(given.data.session.refreshToken)
      assert.equal(renewed.status, 401, `round ${round}`)
    }
  })

  it('uses up a code of a user who was disabled or lost the membership', async () => {
    const { db } = testApp.services
    const first = await testApp.signIn()
    const one = (await testApp.mint(first.accessToken)).data.code
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', first.user.uuid).execute()
    const second = await testApp.signIn()
    const two = (await testApp.mint(second.accessToken)).data.code
    await db.deleteFrom('memberships').where('userId', '=', second.user.uuid).execute()
    for (const code of [one, two]) assert.equal((await redeem(code)).code, 'code-invalid')
    const children = await db
      .selectFrom('sessions')
      .select('id')
      .where('userId', 'in', [first.user.uuid, second.user.uuid])
      .where('parentId', 'is not', null)
      .execute()
    assert.equal(children.length, 0)
  })

  it('uses up a code of a user who keeps only the membership of another platform', async () => {
    const { db } = testApp.services
    const { uuid } = await testApp.makeUser({ platforms: ['student', 'school'] })
    const body = { uuid, password: rightPassword, product: 'learning', platform: 'student' } as const
    const { accessToken } = (await testApp.call(login, { body })).data
    const { code } = (await testApp.mint(accessToken)).data
    await db.deleteFrom('memberships').where('userId', '=', uuid).where('platform', '=', 'student').execute()
    assert.equal((await redeem(code)).code, 'code-invalid')
    await db
      .insertInto('memberships')
      .values({ userId: uuid, platform: 'student', provenance: 'sign_up' })
      .execute()
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('refuses a code once its session was idle or lived too long', async () => {
    for (const column of ['idleExpiresAt', 'expiresAt'] as const) {
      const { accessToken } = await testApp.signIn()
      const { code } = (await testApp.mint(accessToken)).data
      await testApp.services.db
        .updateTable('sessions')
        .set({ [column]: new Date(Date.now() - 1_000) })
        .where('id', '=', String(decodeJwt(accessToken).sid))
        .execute()
      assert.equal((await redeem(code)).code, 'code-invalid', column)
    }
  })

  it('exchanges codes with a single database connection', async () => {
    const ownApp = await openTestApp({ poolSize: 1 })
    const { accessToken } = await ownApp.signIn()
    const { code } = (
      await ownApp.call(createCode, { body: { platform: 'student' } }, { token: accessToken })
    ).data
    const sent = { body: { code, platform: 'student' } } as const
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ownApp.call(exchangeCode, sent, { client: 'student-client' })),
    )
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
    await ownApp.close()
  })
})
