/** Proves N-50, N-54, N-62 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createCode, type Delivery } from '@foyer/contract/routes/handover'
import { decodeJwt } from 'jose'
import { foreignUrls } from '../../testing/foreign-urls.ts'
import { openTestApp, originOf, type TestApp } from '../../testing/test-app.ts'
import { openBrowser } from '../browser-sessions/test-browser.ts'
import { silentCodesPerSession } from './handover.routes.ts'

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
    const rows = await testApp.services.db.selectFrom('oneTimeTokens').selectAll().execute()
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
      .selectFrom('oneTimeTokens')
      .select('id')
      .where('userId', '=', decodeJwt(accessToken).sub ?? '')
      .execute()
    assert.equal(rows.length, 0)
  })
})

describe('deliveries of a code', () => {
  const origin = originOf('student')

  async function mintedEvents(userId: string) {
    const query = testApp.services.db.selectFrom('auditEvents').select(['event', 'details'])
    return query.where('userId', '=', userId).orderBy('at').execute()
  }

  /** Signs a new user in in a browser of their own, which asks for codes. */
  async function signIn() {
    const { uuid } = await testApp.makeUser()
    const browser = openBrowser(testApp)
    const { accessToken: token } = (await browser.signIn(uuid)).data
    const ask = (delivery: Delivery) =>
      browser.call(createCode, { body: { platform: 'student', redirectUrl: origin, delivery } }, { token })
    return { uuid, ask }
  }

  it('records how each code travels, a redirect unless the request says otherwise', async () => {
    const { accessToken, user } = await testApp.signIn()
    await testApp.mint(accessToken)
    const { uuid, ask } = await signIn()
    for (const delivery of ['popup', 'frame', 'silent'] as const)
      assert.equal((await ask(delivery)).status, 200)
    const events = [...(await mintedEvents(user.uuid)), ...(await mintedEvents(uuid))]
    const minted = events.filter(({ event }) => event === 'code-minted')
    assert.deepEqual(
      minted.map(({ details }) => details),
      ['redirect', 'popup', 'frame', 'silent'].map((delivery) => ({ delivery })),
    )
  })

  it('binds a code that is posted to a window to an exact registered origin of the platform alone (N-62)', async () => {
    const { accessToken, user } = await testApp.signIn()
    for (const delivery of ['popup', 'frame', 'silent'] as const) {
      for (const redirectUrl of [
        undefined,
        home,
        `${origin}/?a=b`,
        originOf('school'),
        'https://evil.example',
      ]) {
        const answer = await testApp.mint(accessToken, { delivery, ...(redirectUrl && { redirectUrl }) })
        assert.deepEqual(
          [answer.status, answer.code],
          [400, 'redirect-not-allowed'],
          `${delivery} ${redirectUrl}`,
        )
      }
      const asSchool = { platform: 'school', redirectUrl: originOf('school'), delivery } as const
      assert.equal((await testApp.mint(accessToken, asSchool)).code, 'no-access')
    }
    const events = (await mintedEvents(user.uuid)).map(({ event, details }) => [event, details?.delivery])
    assert.ok(!events.some(([event]) => event === 'code-minted'))
    assert.ok(events.some(([event, delivery]) => event === 'redirect-refused' && delivery === 'silent'))
  })

  it('mints six silent codes a minute for a session, and others meanwhile', async () => {
    const { ask } = await signIn()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('silent')))
    assert.equal(answers.filter(({ status }) => status === 200).length, silentCodesPerSession.max)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) {
      assert.deepEqual([answer.status, answer.code], [429, 'too-many-attempts'])
      assert.ok(Number(answer.headers['retry-after']) > 0)
    }
    assert.equal((await ask('popup')).status, 200)
    assert.equal((await (await signIn()).ask('silent')).status, 200)
  })
})
