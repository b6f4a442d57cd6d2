/** Tests the sign-in of devices that show a code (RFC 8628), and attempts to get at the session of another user by it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listApps } from '@foyer/contract/routes/apps'
import { deviceGrantType } from '../../kernel/config/registry-client.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { call, openBrowser, openIdRegistry, openOpenIdApp, register } from './test-openid.ts'

let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
  await registerScreens(testApp)
})
after(() => testApp.close())

async function registerScreens(app: TestApp) {
  for (const id of ['screen', 'other-screen'])
    await register(app, {
      ...{ id, name: 'Classroom <screen>', kind: 'native', redirectUris: [] },
      ...{ grants: [deviceGrantType], scopes: ['openid', 'profile'] },
    })
  await register(app, {
    ...{ id: 'third-party-screen', name: 'A screen of others', kind: 'web', isThirdParty: true },
    ...{ grants: [deviceGrantType], scopes: ['openid', 'profile'] },
  })
}

type Device = { device_code: string; user_code: string; verification_uri_complete: string }

async function start(app = testApp): Promise<Device> {
  const form = { client_id: 'screen', scope: 'openid profile email' }
  const { status, body } = await call(app, '/device_authorization', form, { client: '' })
  assert.equal(status, 200, JSON.stringify(body))
  return body as Device
}

function poll({ device_code }: Device, client = 'screen', app = testApp) {
  const form = { grant_type: deviceGrantType, device_code, client_id: client }
  return call(app, '/token', form, { client: '' })
}

/** Enters the code as a signed-in user, up to the question. */
async function askedIn(browser: ReturnType<typeof openBrowser>, code: string, token?: string) {
  const accessToken = token ?? (await testApp.signIn()).accessToken
  const entered = await browser.visit('/device', { user_code: code })
  assert.equal(entered.status, 303)
  const { status, text, headers } = await browser.passSignIn(entered, accessToken)
  assert.equal(status, 200, text)
  const confirmation = /name="confirmation" value="([^"]+)"/.exec(text)?.[1] ?? ''
  return { text, confirmation, headers }
}

describe('a device', () => {
  it('is signed in after its user has confirmed, and once', async () => {
    const device = await start()
    assert.equal((await poll(device)).body.error, 'authorization_pending')
    const browser = openBrowser(testApp)
    const page = await browser.visit(new URL(device.verification_uri_complete).pathname)
    assert.match(page.text, /Type the code that the device shows/)
    const typed = ` ${device.user_code.toLowerCase().replace('-', '')} `
    const { confirmation } = await askedIn(browser, typed)
    assert.equal((await poll(device)).body.error, 'authorization_pending')
    const done = await browser.visit('/device/decision', { confirmation, decision: 'allow' })
    assert.match(done.text, /The device is signed in/)
    const { status, body } = await poll(device)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.scope, 'openid profile')
    const userInfo = () => call(testApp, '/userinfo', {}, { bearer: String(body.access_token) })
    assert.equal((await userInfo()).body.name, 'Asha Rao')
    assert.equal((await poll(device)).body.error, 'invalid_grant')
    assert.equal((await userInfo()).status, 401, 'a second use of the code ends the session')
  })

  it('of a third party is allowed in the audit trail and in the list of apps', async () => {
    const form = { scope: 'openid profile' }
    const asked = await call(testApp, '/device_authorization', form, { client: 'third-party-screen' })
    const { accessToken, user } = await testApp.signIn()
    const browser = openBrowser(testApp)
    const { confirmation } = await askedIn(browser, String(asked.body.user_code), accessToken)
    await browser.visit('/device/decision', { confirmation, decision: 'allow' })
    const apps = (await testApp.call(listApps, {}, { token: accessToken })).data
    assert.deepEqual(
      apps.map(({ clientId }) => clientId),
      ['third-party-screen'],
    )
    const events = await testApp.services.db
      .selectFrom('auditEvents')
      .select('event')
      .where('userId', '=', user.uuid)
      .where('event', '=', 'app-allowed')
      .execute()
    assert.equal(events.length, 1)
  })

  it('is refused if its user refuses', async () => {
    const device = await start()
    const browser = openBrowser(testApp)
    const { confirmation } = await askedIn(browser, device.user_code)
    const { text } = await browser.visit('/device/decision', { confirmation, decision: 'refuse' })
    assert.match(text, /The device is not signed in/)
    assert.equal((await poll(device)).body.error, 'access_denied')
    assert.equal((await browser.visit('/device', { user_code: device.user_code })).status, 400)
  })

  it('gets nothing with the code of another client', async () => {
    const device = await start()
    assert.equal((await poll(device, 'other-screen')).body.error, 'invalid_grant')
    assert.equal((await poll({ ...device, device_code: 'dc_made-up' })).body.error, 'invalid_grant')
    const form = { grant_type: deviceGrantType, device_code: device.device_code }
    assert.equal((await call(testApp, '/token', form)).body.error, 'unauthorized_client')
    assert.equal((await call(testApp, '/device_authorization', {})).body.error, 'unauthorized_client')
  })

  it('that asks too often is told to slow down', async () => {
    const strict = await openTestApp({ config: { registry: openIdRegistry() } })
    try {
      await registerScreens(strict)
      const device = await start(strict)
      const errors: unknown[] = []
      for (let asked = 0; asked < 5; asked++) errors.push((await poll(device, 'screen', strict)).body.error)
      assert.deepEqual(errors, [...Array(4).fill('authorization_pending'), 'slow_down'])
    } finally {
      await strict.close()
    }
  })
})

describe('the page of a code', () => {
  it('names the client, what it may read and whether the device is near, and is never framed', async () => {
    const { user_code: code } = await start()
    const { text, headers } = await askedIn(openBrowser(testApp), code)
    assert.match(text, /Sign in to Classroom &lt;screen&gt; on another device\?/)
    assert.match(text, /read your name and picture/)
    assert.match(text, /in the same network as you/)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  })

  it('takes no wrong code', async () => {
    const { status, text } = await openBrowser(testApp).visit('/device', { user_code: 'BCDF-GHJK' })
    assert.equal(status, 400)
    assert.match(text, /This code is wrong or has expired/)
  })

  it('takes the decision once, and only from the browser of the user', async () => {
    const device = await start()
    const browser = openBrowser(testApp)
    const { confirmation } = await askedIn(browser, device.user_code)
    const form = { confirmation, decision: 'allow' }
    assert.equal((await openBrowser(testApp).visit('/device/decision', form)).status, 400)
    assert.equal((await poll(device)).body.error, 'authorization_pending')
    assert.equal((await browser.visit('/device/decision', { ...form, decision: 'perhaps' })).status, 400)
    assert.equal((await browser.visit('/device/decision', form)).status, 200)
    assert.equal((await browser.visit('/device/decision', form)).status, 400)
  })

  it('of one browser is decided by one user only', async () => {
    const device = await start()
    const [first, second] = [openBrowser(testApp), openBrowser(testApp)]
    const one = await askedIn(first, device.user_code)
    const other = await askedIn(second, device.user_code)
    const decide = (browser: typeof first, { confirmation }: typeof one) =>
      browser.visit('/device/decision', { confirmation, decision: 'allow' })
    assert.equal((await decide(first, one)).status, 200)
    assert.equal((await decide(second, other)).status, 400)
  })
})
