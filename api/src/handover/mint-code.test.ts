import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { foreignUrls } from '../testing/foreign-urls.ts'
import { openTestApp, originOf, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const home = `${originOf('student')}/home`

async function mintedCode(): Promise<string> {
  const { accessToken } = await testApp.signIn()
  return (await testApp.mint(accessToken)).data.code
}

describe('minting of handover codes', () => {
  it('mints a code for the platform of the session', async () => {
    const { accessToken } = await testApp.signIn()
    const { status, data } = await testApp.mint(accessToken, { redirectUrl: `${home}?course=7` })
    assert.equal(status, 200)
    assert.match(data.code, /^ac_[\w-]{43}$/)
  })

  it('stores a code as a hash', async () => {
    const code = await mintedCode()
    const rows = await testApp.services.db.selectFrom('secrets').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(code.slice(3)))
    const hash = createHash('sha256').update(`handover\0${code}`).digest('hex')
    assert.ok(rows.some((row) => row.hash.toString('hex') === hash))
  })

  it('refuses a code for another platform than that of the session', async () => {
    const { accessToken } = await testApp.signIn()
    for (const platform of ['centreAdmin', 'school', 'serviceAdmin', 'professor'] as const) {
      const answer = await testApp.mint(accessToken, { platform })
      assert.equal(answer.status, 403)
      assert.equal(answer.code, 'no-access')
    }
  })

  it('mints no code once the user has lost the membership', async () => {
    const { accessToken, user } = await testApp.signIn()
    await testApp.services.db.deleteFrom('memberships').where('userId', '=', user.uuid).execute()
    assert.equal((await testApp.mint(accessToken)).status, 401)
  })

  it('mints no code for serviceAdmin and apiDocs, and for two platforms only with a redirect-url', async () => {
    for (const platform of ['serviceAdmin', 'apiDocs'] as const) {
      const { accessToken } = await testApp.signIn(platform)
      for (const more of [{}, { redirectUrl: `${originOf(platform)}/home` }]) {
        const answer = await testApp.mint(accessToken, { platform, ...more })
        assert.equal(answer.code, 'redirect-not-allowed', platform)
        assert.equal(answer.message, 'Invalid URL')
      }
    }
    for (const platform of ['admissionsCounsellor', 'recruitmentUtils'] as const) {
      const { accessToken } = await testApp.signIn(platform)
      assert.equal((await testApp.mint(accessToken, { platform })).code, 'redirect-not-allowed')
      const redirectUrl = `${originOf(platform)}/anywhere`
      assert.equal((await testApp.mint(accessToken, { platform, redirectUrl })).status, 200)
    }
  })

  it('refuses every redirect URL that is not on an exact registered origin', async () => {
    const { accessToken } = await testApp.signIn()
    for (const redirectUrl of foreignUrls) {
      const answer = await testApp.mint(accessToken, { redirectUrl })
      assert.equal(answer.status, 400, redirectUrl)
    }
    const rows = await testApp.services.db
      .selectFrom('secrets')
      .select('id')
      .where('userId', '=', decodeJwt(accessToken).sub ?? '')
      .execute()
    assert.equal(rows.length, 0)
  })
})
