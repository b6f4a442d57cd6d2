/** Tests that a code is bound to the redirect URL it was minted for (RFC 6749 §4.1.3, RFC 9700 §4.1) (N-57). */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { sql } from 'kysely'
import { openTestApp, originOf, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let accessToken: string
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 100 } })
  accessToken = (await testApp.signIn()).accessToken
})
after(() => testApp.close())

const origin = originOf('student')
const codeVerifier = randomBytes(32).toString('base64url')
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

async function mint(redirectUrl?: string): Promise<string> {
  const { data } = await testApp.mint(accessToken, { codeChallenge, ...(redirectUrl && { redirectUrl }) })
  return data.code
}

function redeem(code: string, redirectUrl?: string) {
  const body = { code, platform: 'student', codeVerifier, ...(redirectUrl && { redirectUrl }) } as const
  return testApp.call(exchangeCode, { body }, { client: 'student-client' })
}

describe('redirect URL of a code', () => {
  const same: [minted: string, shown: string][] = [
    [`${origin}/callback?state=abc&site=2`, `${origin}/callback?state=abc&site=2`],
    [`${origin}/callback?state=abc`, `${origin}/callback?state=abc&code=ac_1`],
    [`${origin}/callback?code=old&state=abc`, `${origin}/callback?state=abc`],
    [`${origin}/callback?state=abc#top`, `${origin}/callback?state=abc`],
    [`${origin}:443/courses/7`, `HTTPS://${new URL(origin).host.toUpperCase()}/courses/7`],
    [`${origin}/a/../callback`, `${origin}/callback`],
    // The browser appends the code with URLSearchParams, which writes the same query differently.
    [`${origin}/search?q=two%20words&empty`, `${origin}/search?q=two+words&empty=`],
  ]
  for (const [minted, shown] of same) {
    it(`redeems a code minted for ${minted} with ${shown}`, async () => {
      assert.equal((await redeem(await mint(minted), shown)).status, 200)
    })
  }

  const callback = `${origin}/callback?state=abc&site=2`
  const different = [
    `${origin}/callback/?state=abc&site=2`,
    `${origin}/Callback?state=abc&site=2`,
    `${origin}/callbac%6B?state=abc&site=2`,
    `${origin}/other?state=abc&site=2`,
    `${origin}/callback`,
    `${origin}/callback?state=abc`,
    `${origin}/callback?state=abd&site=2`,
    `${origin}/callback?site=2&state=abc`,
    `${origin}/callback?state=abc&site=2&more=1`,
    `${origin}/callback?state=abc&state=abc&site=2`,
    `${origin}:8443/callback?state=abc&site=2`,
    callback.replace('https:', 'http:'),
    callback.replace('https://', 'https://user:password@'),
    callback.replace('https://', 'https:\\\\'),
    ` ${callback}`,
    callback.replace(origin, `${origin}.evil.example`),
    callback.replace(origin, originOf('school')),
    '/callback?state=abc&site=2',
    'callback',
  ]
  for (const shown of different) {
    it(`rejects and uses up a code minted for another URL than ${shown}`, async () => {
      const code = await mint(callback)
      const answer = await redeem(code, shown)
      assert.deepEqual(
        [answer.status, answer.code, answer.detail],
        [400, 'code-invalid', 'redirect-url-different'],
      )
      assert.equal((await redeem(code, callback)).code, 'code-invalid')
    })
  }

  it('uses up a code with a challenge that is redeemed without its redirect URL', async () => {
    const code = await mint(callback)
    assert.equal((await redeem(code)).detail, 'redirect-url-missing')
    assert.equal((await redeem(code, callback)).code, 'code-invalid')
  })

  it('binds a code to the home of the platform if the sign-in named no redirect URL', async () => {
    assert.equal((await redeem(await mint(), `${origin}/home`)).status, 200)
    assert.equal((await redeem(await mint(), `${origin}/`)).code, 'code-invalid')
  })

  it('binds a code to the origin of the parent page if the sign-in ran in a frame or popup', async () => {
    assert.equal((await redeem(await mint(origin), origin)).status, 200)
    assert.equal((await redeem(await mint(origin), `${origin}/`)).status, 200)
    assert.equal((await redeem(await mint(origin), `${origin}/home`)).code, 'code-invalid')
  })

  it('compares the redirect URL of a code without a challenge if the exchange names one', async () => {
    const plain = async () => (await testApp.mint(accessToken, { redirectUrl: callback })).data.code
    const redeemPlain = (code: string, redirectUrl?: string) => {
      const body = { code, platform: 'student', ...(redirectUrl && { redirectUrl }) } as const
      return testApp.call(exchangeCode, { body }, { client: 'student-client' })
    }
    assert.equal((await redeemPlain(await plain())).status, 200)
    assert.equal((await redeemPlain(await plain(), callback)).status, 200)
    assert.equal((await redeemPlain(await plain(), `${origin}/other`)).code, 'code-invalid')
  })

  it('stores no readable redirect URL, which carries the state and page of the platform', async () => {
    await mint(`${origin}/courses/canary?state=canary`)
    const rows = await testApp.services.db.selectFrom('oneTimeTokens').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), /canary/)
  })
})

describe('codes of the previous version', () => {
  it('redeems a code of the previous version, which is bound to the origin alone', async () => {
    const oldCode = async () => {
      const code = await mint(`${origin}/callback`)
      await testApp.services.db
        .updateTable('oneTimeTokens')
        .set({ details: sql<string>`details - 'redirectUrlSha256'` })
        .execute()
      return code
    }
    assert.equal((await redeem(await oldCode(), `${origin}/other`)).status, 200)
    assert.equal((await redeem(await oldCode(), originOf('school'))).code, 'code-invalid')
  })

  it('mints codes that the previous version can redeem by the origin', async () => {
    await mint(`${origin}/callback`)
    const { details } = await testApp.services.db
      .selectFrom('oneTimeTokens')
      .select('details')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
    assert.equal(details.redirectOrigin, origin)
  })
})
