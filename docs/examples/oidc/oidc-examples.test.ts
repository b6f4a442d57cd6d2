/** Runs the example of each client library (docs/oidc.md) against a service on a database of its own, over HTTP. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readRegistry } from '../../../api/src/kernel/config/platform-registry.ts'
import { clientSecret, openTestApp, type TestApp } from '../../../api/src/testing/test-app.ts'
import { testPorts } from '../../../e2e/ports.ts'
import { type Installed, installExamples } from '../install-examples.ts'
import { findPython } from '../python/find-python.ts'
import { createVisit, startExample } from '../test-processes.ts'
import { apacheIsMissing, startApache } from './start-apache.ts'

const [accountsPort = 0, sitePort = 0] = testPorts.oidcExamples
const issuer = `http://localhost:${accountsPort}`
const origin = `http://localhost:${sitePort}`
const libraries = ['openid-client', 'passport', 'auth-core', 'express-openid-connect'] as const

const pythonWithAuthlib = findPython('import authlib, requests')
const noAuthlib = 'Authlib is not installed (Debian: python3-authlib, python3-requests)'
let testApp: TestApp
let installed: Installed

before(async () => {
  const openid = {
    redirectUris: [`${origin}/callback`, `${origin}/auth/callback/foyer`],
    postLogoutRedirectUris: [`${origin}/`, origin, `${origin}/signed-out`],
  }
  const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
  const client = { secretSha256, openid }
  // passport-openidconnect sends no PKCE challenge.
  const clients = [
    { id: 'example', ...client },
    { id: 'example-passport', ...client, requiresPkce: false },
  ]
  const student = { home: `${origin}/`, origins: [origin], clients }
  const registry = readRegistry(JSON.stringify({ student }), { isProduction: false })
  testApp = await openTestApp({ config: { baseUrl: issuer, port: accountsPort, registry } })
  await testApp.app.listen({ port: accountsPort, host: 'localhost' })
  installed = await installExamples(import.meta.dirname, libraries, { hasSdk: false })
})
after(async () => {
  await installed?.close()
  await testApp?.close()
})

/** A browser that plays the pages of Foyer by their calls. */
function openBrowser() {
  const visit = createVisit(origin)

  /** Goes from the authorization request to the end of the redirects, as a user who is signed in at Foyer. */
  async function passFoyer(location: string): Promise<{ url: string; text: string }> {
    const { accessToken } = await testApp.signIn()
    const asked = await visit(location)
    const signInPage = new URL(asked.location, issuer)
    const redirectUrl = signInPage.searchParams.get('redirect-url') ?? ''
    const { data, code } = await testApp.mint(accessToken, { redirectUrl })
    assert.equal(code, undefined, asked.text)
    return follow(`${redirectUrl}&code=${data.code}`)
  }

  async function follow(from: string): Promise<{ url: string; text: string }> {
    let url = from
    for (let step = 0; step < 8; step += 1) {
      const { location, text } = await visit(url)
      if (!location) return { url, text }
      url = new URL(location, new URL(url, origin)).href
    }
    throw new Error(`Too many redirects, the last to ${url}`)
  }
  return { visit, follow, passFoyer }
}

/** Presses the button of Auth.js, which sends a form with a token. */
async function pressSignIn({ visit }: ReturnType<typeof openBrowser>): Promise<string> {
  const { csrfToken } = JSON.parse((await visit('/auth/csrf')).text)
  const body = new URLSearchParams({ csrfToken, callbackUrl: `${origin}/` })
  return (await visit('/auth/signin/foyer', { method: 'POST', body })).location
}

function envOf(name: string) {
  const id = name === 'passport' ? 'example-passport' : 'example'
  return { ISSUER: issuer, CLIENT_ID: id, CLIENT_SECRET: clientSecret }
}

async function signsInAndOut(name: string): Promise<void> {
  const browser = openBrowser()
  const isAuthCore = name === 'auth-core'
  const location = isAuthCore ? await pressSignIn(browser) : (await browser.visit('/sign-in')).location
  assert.match(location, new RegExp(`^${issuer}/authorize\\?`))
  assert.match((await browser.passFoyer(location)).text, /Hello Asha Rao/)
  assert.match((await browser.follow('/')).text, /Hello Asha Rao/)
  // Auth.js signs out of the site alone.
  if (isAuthCore) return
  const out = await browser.follow('/sign-out')
  assert.equal(new URL(out.url).origin, origin, 'the sign-out returns to the site')
  assert.doesNotMatch(out.text, /Hello/)
}

describe('a site with a library for OpenID Connect', { timeout: 120_000 }, () => {
  for (const name of libraries) {
    it(`signs a user in and out with ${name}`, async () => {
      const { stop } = await installed.start(name, sitePort, envOf(name))
      await signsInAndOut(name).finally(stop)
    })
  }

  it('signs a user in and out with Authlib', { skip: pythonWithAuthlib ? false : noAuthlib }, async () => {
    const stop = await startExample({
      program: pythonWithAuthlib ?? '',
      args: ['-B', join(import.meta.dirname, 'authlib/site.py')],
      env: { PATH: process.env.PATH, PORT: String(sitePort), ...envOf('authlib') },
    })
    await signsInAndOut('authlib').finally(stop)
  })

  it('signs a user in and out with mod_auth_openidc', { skip: apacheIsMissing }, async () => {
    const stop = await startApache(sitePort, {
      ...envOf('apache'),
      ORIGIN: origin,
      SESSION_SECRET: randomUUID(),
    })
    try {
      const browser = openBrowser()
      const { location } = await browser.visit('/')
      assert.match((await browser.passFoyer(location)).text, /Hello Asha Rao/)
      const target = new URLSearchParams({ logout: `${origin}/signed-out` })
      assert.match((await browser.follow(`/callback?${target}`)).text, /Signed out/)
      assert.match((await browser.visit('/')).location, /authorize/)
    } finally {
      await stop()
    }
  })
})
