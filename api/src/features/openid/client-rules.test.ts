/** Tests what an operator sets for one client: the assurance of its sessions, and the picture on its pages. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { skipTime } from '../../testing/skip-time.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { secondFactorSteps } from '../second-factor/test-second-factor.ts'
import { call, claimsIn, openBrowser, openOpenIdApp, redeem, register } from './test-openid.ts'

const logo = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(9)}=`
let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
  await register(testApp, { id: 'strict', minimumAcr: 2 })
  await register(testApp, { id: 'pictured', isThirdParty: true, logo })
})
after(() => testApp.close())

describe('a client with a minimum assurance', () => {
  it('sends a user with one factor back for the second one, without acr_values', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const asked = await browser.ask({ client_id: 'strict' })
    assert.equal(asked.location?.searchParams.get('acr_values'), '2')
    const again = await browser.passSignIn(asked, accessToken)
    assert.equal(again.location?.pathname, '/', 'the sign-in page, and not the client')
    assert.equal(again.location?.searchParams.get('acr_values'), '2')
  })

  it('gets a user with two factors, and tokens that say so', async () => {
    const browser = openBrowser(testApp)
    const { token } = await secondFactorSteps(() => testApp).makeEnrolled()
    const back = await browser.passSignIn(await browser.ask({ client_id: 'strict' }), token)
    const code = back.location?.searchParams.get('code') ?? ''
    const { status, body } = await redeem(testApp, code, {}, { client: 'strict' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(claimsIn(String(body.id_token)).acr, '2')
  })

  it('gets no code for one factor with prompt=none, while another client does', async () => {
    const { accessToken } = await testApp.signIn()
    const browser = openBrowser(testApp)
    const silently = async (client_id: string) =>
      browser.passSignIn(await browser.ask({ client_id, prompt: 'none' }), accessToken)
    const refused = await silently('strict')
    assert.equal(refused.location?.searchParams.get('error'), 'login_required')
    assert.equal(refused.location?.searchParams.get('code'), null)
    assert.ok((await silently('web')).location?.searchParams.get('code'))
  })

  it('renews no session of one factor that was opened before', async () => {
    const app = await openOpenIdApp()
    try {
      await register(app, { id: 'raised' })
      const browser = openBrowser(app)
      const { accessToken } = await app.signIn()
      const back = await browser.passSignIn(await browser.ask({ client_id: 'raised' }), accessToken)
      const sent = { client: 'raised' }
      const { body } = await redeem(app, back.location?.searchParams.get('code') ?? '', {}, sent)
      await register(app, { id: 'raised', minimumAcr: 2 })
      skipTime(1_001)
      const form = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
      assert.equal((await call(app, '/token', form, sent)).body.error, 'invalid_grant')
    } finally {
      await app.close()
    }
  })
})

describe('the picture of a client', () => {
  it('is on the page of consent, which loads nothing from another site', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const page = await browser.passSignIn(await browser.ask({ client_id: 'pictured' }), accessToken)
    assert.ok(page.text.includes(`<img class="logo" src="${logo}" alt=""`))
    assert.match(String(page.headers['content-security-policy']), /img-src data:;/)
  })
})
