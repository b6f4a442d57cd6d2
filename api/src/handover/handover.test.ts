import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createCode, exchangeCode } from '@foyer/contract/handover'
import type { Platform } from '@foyer/contract/platforms'
import { logout, refreshToken } from '@foyer/contract/sessions'
import { decodeJwt } from 'jose'
import { clientSecret, type House, openHouse, originOf } from '../test-house.ts'

let house: House
before(async () => {
  house = await openHouse()
})
after(() => house.close())

const home = `${originOf('student')}/home`

function mint(
  token: string,
  more: { redirectUrl?: string; codeChallenge?: string; platform?: Platform } = {},
) {
  return house.call(createCode, { body: { platform: 'student', ...more } }, { token })
}

type More = { redirectUrl?: string; codeVerifier?: string; platform?: Platform; client?: string }

function redeem(code: string, { client = 'student-client', ...more }: More = {}) {
  return house.call(exchangeCode, { body: { code, platform: 'student', ...more } }, { client })
}

async function mintedCode(): Promise<string> {
  const { accessToken } = await house.signIn()
  return (await mint(accessToken)).data.code
}

describe('codes', () => {
  it('gives a code for the platform of the session', async () => {
    const { accessToken } = await house.signIn()
    const { status, data } = await mint(accessToken, { redirectUrl: `${home}?course=7` })
    assert.equal(status, 200)
    assert.match(data.code, /^ac_[\w-]{43}$/)
  })

  it('is kept as a hash', async () => {
    const code = await mintedCode()
    const rows = await house.services.db.selectFrom('secrets').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(code.slice(3)))
    const hash = createHash('sha256').update(`handover\0${code}`).digest('hex')
    assert.ok(rows.some((row) => row.hash.toString('hex') === hash))
  })

  it('refuses another platform than that of the session', async () => {
    const { accessToken } = await house.signIn()
    for (const platform of ['centreAdmin', 'school', 'serviceAdmin', 'professor'] as const) {
      const answer = await mint(accessToken, { platform })
      assert.equal(answer.status, 403)
      assert.equal(answer.code, 'no-access')
    }
  })

  it('refuses somebody whose membership was taken away', async () => {
    const { accessToken, user } = await house.signIn()
    await house.services.db.deleteFrom('memberships').where('userId', '=', user.uuid).execute()
    assert.equal((await mint(accessToken)).status, 403)
  })

  it('never hands over serviceAdmin and apiDocs, and the two others only to a redirect-url', async () => {
    for (const platform of ['serviceAdmin', 'apiDocs'] as const) {
      const { accessToken } = await house.signIn(platform)
      for (const more of [{}, { redirectUrl: `${originOf(platform)}/home` }]) {
        const answer = await mint(accessToken, { platform, ...more })
        assert.equal(answer.code, 'redirect-not-allowed', platform)
        assert.equal(answer.message, 'Invalid URL')
      }
    }
    for (const platform of ['admissionsCounsellor', 'recruitmentUtils'] as const) {
      const { accessToken } = await house.signIn(platform)
      assert.equal((await mint(accessToken, { platform })).code, 'redirect-not-allowed')
      const redirectUrl = `${originOf(platform)}/anywhere`
      assert.equal((await mint(accessToken, { platform, redirectUrl })).status, 200)
    }
  })

  it('refuses every address that is not on an exact registered origin', async () => {
    const { accessToken } = await house.signIn()
    const foreign = [
      'https://evil.example/home',
      'http://student.example/home',
      'https://student.example:8443/home',
      'https://student.example.evil.example/',
      'https://evilstudent.example/',
      'https://sub.student.example/',
      'https://student.example./',
      'https://user@student.example/',
      'https://student.example@evil.example/',
      'https://user:pass@student.example/',
      'https://a@b@student.example/',
      'https:\\\\student.example/home',
      'https://student.example\\@evil.example/',
      'https://student.example\t/home',
      ' https://student.example/home',
      'https://student.example/home\n',
      'https://student.example/\u0000home',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)//https://student.example',
      'data:text/html,https://student.example',
      'blob:https://student.example/1',
      'ftp://student.example/',
      '//student.example/home',
      '/home',
      'student.example',
      'https://studеnt.example/',
      'https://student.example%2eevil.example/',
      'https://student.example%00.evil.example/',
      'http://localhost/',
      'http://127.0.0.1:4100/',
      'https://school.example/home',
      `https://student.example/${'x'.repeat(2_048)}`,
      '',
    ]
    for (const redirectUrl of foreign) {
      const answer = await mint(accessToken, { redirectUrl })
      assert.equal(answer.status, 400, redirectUrl)
    }
    const rows = await house.services.db
      .selectFrom('secrets')
      .select('id')
      .where('userId', '=', decodeJwt(accessToken).sub ?? '')
      .execute()
    assert.equal(rows.length, 0)
  })
})

describe('codes/exchange', () => {
  it("gives the platform's server a session of its own and who it is", async () => {
    const session = await house.signIn()
    const { code } = (await mint(session.accessToken)).data
    const { status, data } = await redeem(code, { redirectUrl: `${home}?code=1` })
    assert.equal(status, 200)
    assert.deepEqual(data.user, session.user)
    assert.equal(data.session.platform, 'student')
    assert.notEqual(decodeJwt(data.session.accessToken).sid, decodeJwt(session.accessToken).sid)
    assert.equal(
      (await house.call(refreshToken, { body: { refreshToken: data.session.refreshToken } })).status,
      200,
    )
  })

  it('lets one of fifty callers at once win, and ends what the winner was given since the rest are replays', async () => {
    const code = await mintedCode()
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(code)))
    const winners = answers.filter((answer) => answer.status === 200)
    assert.equal(winners.length, 1)
    assert.equal(answers.filter((answer) => answer.code === 'code-invalid').length, 49)
    const given = winners[0]?.data.session
    assert.equal((await mint(given?.accessToken ?? '')).status, 401)
    assert.equal(
      (await house.call(refreshToken, { body: { refreshToken: given?.refreshToken ?? '' } })).status,
      401,
    )
    const children = await house.services.db
      .selectFrom('sessions')
      .select('id')
      .where('clientId', 'is not', null)
      .execute()
    assert.equal(children.filter((row) => row.id === decodeJwt(given?.accessToken ?? '').sid).length, 1)
  })

  it('ends what a code gave when it is used again', async () => {
    const session = await house.signIn()
    const { code } = (await mint(session.accessToken)).data
    const given = (await redeem(code)).data.session
    assert.equal((await mint(given.accessToken)).status, 200)
    assert.equal((await redeem(code)).code, 'code-invalid')
    assert.equal((await mint(given.accessToken)).status, 401)
    assert.equal((await mint(session.accessToken)).status, 200, 'the person stays signed in here')
  })

  it('is good for a minute', async () => {
    const code = await mintedCode()
    await house.services.db
      .updateTable('secrets')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute()
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('burns a code that another platform tries', async () => {
    const code = await mintedCode()
    assert.equal((await redeem(code, { client: 'school-client', platform: 'school' })).code, 'code-invalid')
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('burns a code shown with another address', async () => {
    const code = await mintedCode()
    assert.equal((await redeem(code, { redirectUrl: 'https://evil.example/' })).code, 'code-invalid')
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('wants the verifier where there was a challenge, and refuses one where there was none', async () => {
    const codeVerifier = randomBytes(32).toString('base64url')
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
    const { accessToken } = await house.signIn()
    const challenged = async () => (await mint(accessToken, { codeChallenge })).data.code
    assert.equal((await redeem(await challenged(), { codeVerifier })).status, 200)
    assert.equal((await redeem(await challenged())).code, 'code-invalid')
    assert.equal(
      (await redeem(await challenged(), { codeVerifier: codeVerifier.replace(/^./, '-') })).code,
      'code-invalid',
    )
    assert.equal((await redeem(await challenged(), { codeVerifier: codeChallenge })).code, 'code-invalid')
    assert.equal((await redeem((await mint(accessToken)).data.code, { codeVerifier })).code, 'code-invalid')
  })

  it('is for platform clients only, and touches no code otherwise', async () => {
    const code = await mintedCode()
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const strangers: Record<string, string>[] = [
      {},
      basic('student-client:wrong'),
      basic(`nobody:${clientSecret}`),
      basic('student-client:'),
      basic('student-client'),
      { authorization: 'Basic %%%' },
      { authorization: 'Bearer a.b.c' },
    ]
    for (const headers of strangers) {
      const answer = await house.call(exchangeCode, { body: { code, platform: 'student' } }, { headers })
      assert.equal(answer.code, 'client-unknown')
      assert.equal(answer.status, 400)
    }
    assert.equal((await redeem(code)).status, 200)
  })

  it('refuses a code once its session has ended', async () => {
    const session = await house.signIn()
    const { code } = (await mint(session.accessToken)).data
    await house.call(logout, {}, { token: session.accessToken })
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('ends with the session it came from, while its own end leaves that one open', async () => {
    const session = await house.signIn()
    const open = async () => (await redeem((await mint(session.accessToken)).data.code)).data.session
    const [first, second] = [await open(), await open()]
    await house.call(logout, {}, { token: first.accessToken })
    assert.equal((await mint(session.accessToken)).status, 200)
    await house.call(logout, {}, { token: session.accessToken })
    assert.equal(
      (await house.call(refreshToken, { body: { refreshToken: second.refreshToken } })).status,
      401,
    )
  })

  it('works with a single database connection', async () => {
    const narrow = await openHouse({ poolSize: 1 })
    const { accessToken } = await narrow.signIn()
    const { code } = (
      await narrow.call(createCode, { body: { platform: 'student' } }, { token: accessToken })
    ).data
    const sent = { body: { code, platform: 'student' } } as const
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => narrow.call(exchangeCode, sent, { client: 'student-client' })),
    )
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
    await narrow.close()
  })
})
