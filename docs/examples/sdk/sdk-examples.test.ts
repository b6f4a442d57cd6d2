/** Packs the SDK, installs it in an empty folder and runs each of its examples against a service on a database of its own. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findLogoutUriIn } from '../../../api/src/identity/credentials/platform-clients.ts'
import { signLogoutToken } from '../../../api/src/identity/sessions/logout-tokens.ts'
import { readRegistry } from '../../../api/src/kernel/config/platform-registry.ts'
import { createOutbox, type Outbox } from '../../../api/src/messages/outbox.ts'
import { testTiming, until } from '../../../api/src/messages/test-outbox.ts'
import { clientSecret, openTestApp, type TestApp } from '../../../api/src/testing/test-app.ts'
import { logout } from '../../../contract/src/routes/sessions.ts'
import { testPorts } from '../../../e2e/ports.ts'
import { type Example, type Installed, installExamples } from '../install-examples.ts'
import { createBrowser } from './example-browser.ts'

const frameworks = ['express', 'fastify', 'http'] as const
const clientId = 'learning-web'
const examples = new Map<string, Example>()
const sdk = join(import.meta.dirname, '../../../sdk')
let testApp: TestApp
let installed: Installed
let delivery: Outbox

before(async () => {
  const [port = 0, ...sitePorts] = testPorts.sdkExamples
  const accountsUrl = `http://localhost:${port}`
  const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
  const origins = sitePorts.map((each) => `http://localhost:${each}`)
  const backchannelLogoutUri = `${origins[0]}/foyer/back-channel-logout`
  const client = { id: clientId, secretSha256, backchannelLogoutUri }
  const student = { home: `${origins[0]}/`, origins, clients: [client] }
  const registry = readRegistry(JSON.stringify({ student }), { isProduction: false })
  testApp = await openTestApp({ config: { baseUrl: accountsUrl, port, registry } })
  await testApp.app.listen({ port, host: 'localhost' })
  const { config, db, keyring, signingKeys } = testApp.services
  delivery = createOutbox({
    keyring,
    installation: config,
    senders: { email: { send: async () => {}, close() {} }, sms: null },
    keepsContent: true,
    backChannel: {
      findLogoutUri: findLogoutUriIn(db, registry.clients),
      networks: null,
      isOwnPlatform: () => true,
      signLogout: (ended) => signLogoutToken(signingKeys, config.baseUrl, ended),
    },
    timing: testTiming,
  })
  delivery.start(db, { tried() {}, unreachable() {} })
  installed = await installExamples(join(sdk, 'examples'), frameworks, { hasSdk: true })
  const env = { ACCOUNTS_URL: accountsUrl, FOYER_CLIENT_SECRET: clientSecret }
  for (const [index, name] of frameworks.entries())
    examples.set(name, await installed.start(name, sitePorts[index] ?? 0, env))
})
after(async () => {
  await installed?.close()
  await delivery?.stop()
  await testApp?.close()
})

/** Opens a browser whose user is signed in at Foyer. */
async function openBrowser(name: string) {
  const example = examples.get(name)
  assert.ok(example)
  const { accessToken } = await testApp.signIn()
  return createBrowser(example.origin, async (redirectUrl, codeChallenge) => {
    const { data } = await testApp.mint(accessToken, { redirectUrl, codeChallenge })
    return data.code
  })
}

/** Signs a logout token for the newest session of the client, as the service does. */
async function logoutToken(): Promise<string> {
  const { id, userId } = await testApp.services.db
    .selectFrom('sessions')
    .select(['id', 'userId'])
    .where('clientId', '=', clientId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { signingKeys, config } = testApp.services
  return signLogoutToken(signingKeys, config.baseUrl, { sessionId: id, userId, clientId })
}

for (const name of frameworks)
  describe(`the installed example for ${name}`, () => {
    it('signs a user in by redirect and leads back to the page', async () => {
      const browser = await openBrowser(name)
      assert.match((await browser.visit('/')).text, /Sign in/)
      const { location } = await browser.visit('/courses')
      assert.equal(location, '/foyer/sign-in?returnTo=%2Fcourses')
      assert.equal(await browser.signIn(location), '/courses')
      assert.match((await browser.visit('/courses')).text, /Your courses[\s\S]*Hello /)
    })

    it('signs a user in with a code from a popup or frame, and out again', async () => {
      const browser = await openBrowser(name)
      const { user } = await browser.signInInPage()
      assert.equal((await browser.call('/foyer/session', 'GET')).user?.uuid, user?.uuid)
      const { url } = await browser.call('/foyer/sign-out', 'POST')
      assert.match(url ?? '', /\/logout\?platform=student&redirect-url=/)
      assert.match((await browser.visit('/')).text, /Sign in/)
    })

    it('ends the session of a user whose logout Foyer reports', async () => {
      const browser = await openBrowser(name)
      await browser.signInInPage()
      const token = await logoutToken()
      assert.equal(await browser.report(token), 200)
      assert.match((await browser.visit('/')).text, /Sign in/)
      assert.equal(await browser.report(token), 400, 'a logout token works once')
    })

    it('serves the browser part as one module', async () => {
      const browser = await openBrowser(name)
      const { status, text } = await browser.visit('/foyer/browser/browser.js')
      assert.equal(status, 200)
      assert.match(text, /export\s*\{[^}]*createFoyer/)
      assert.match((await browser.visit('/app.js')).text, /createFoyer/)
    })

    it('leaves other paths to the framework, and unsolicited codes to a new sign-in', async () => {
      const browser = await openBrowser(name)
      assert.equal((await browser.visit('/foyer/nothing')).status, 404)
      assert.equal((await browser.visit('/?code=ac_1')).location, '/foyer/sign-in?again=1')
    })
  })

describe('the example that is registered for logouts', () => {
  it('ends its session when the user signs out at Foyer, which reports it', async () => {
    const { origin } = examples.get('express') as Example
    const { accessToken } = await testApp.signIn()
    const browser = createBrowser(origin, async (redirectUrl, codeChallenge) => {
      return (await testApp.mint(accessToken, { redirectUrl, codeChallenge })).data.code
    })
    await browser.signInInPage()
    assert.match((await browser.visit('/')).text, /Sign out/)
    await testApp.call(logout, {}, { token: accessToken })
    await until(async () => (await browser.call('/foyer/session', 'GET')).user === null)
    assert.match((await browser.visit('/')).text, /Sign in/)
  })
})

describe('the guide of the SDK', () => {
  it('shows exactly the code of the examples', async () => {
    const guide = await readFile(join(sdk, 'README.md'), 'utf8')
    const shown = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code)
    for (const file of ['express/server.js', 'express/page.js', 'express/app.js', 'fastify/server.js'])
      assert.ok(shown.includes(await readFile(join(sdk, 'examples', file), 'utf8')), file)
  })

  it('has one page and one script for both frameworks', async () => {
    for (const file of ['page.js', 'app.js']) {
      const [first, second] = await Promise.all(
        frameworks.map((name) => readFile(join(sdk, 'examples', name, file), 'utf8')),
      )
      assert.equal(first, second)
    }
  })
})
