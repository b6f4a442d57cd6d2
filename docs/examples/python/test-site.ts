/** Starts the example platform in Python for its tests, and plays the browser of a user. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { clientSecret, type TestApp } from '../../../api/src/testing/test-app.ts'
import { createVisit, startExample } from '../test-processes.ts'
import { findPython, pythonIsMissing } from './find-python.ts'

export const folder = import.meta.dirname
/** CI always runs the example: there, a missing interpreter fails its tests. */
const python = findPython()
export const options = { skip: python || process.env.CI ? false : pythonIsMissing }
if (process.env.CI && !python) throw new Error(pythonIsMissing)

export type Site = { origin: string; stop(): void }

export async function startSite(
  accountsUrl: string,
  port: number,
  env: Record<string, string>,
): Promise<Site> {
  const stop = await startExample({
    program: python ?? 'python3',
    args: ['-B', join(folder, 'learning_site.py')],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      ACCOUNTS_URL: accountsUrl,
      FOYER_CLIENT_SECRET: clientSecret,
      ...env,
    },
  })
  return { origin: `http://localhost:${port}`, stop }
}

/** A browser that is signed in at Foyer or not; the pages of Foyer are replaced by the calls that they send. */
export function openBrowser(site: Site, testApp: TestApp) {
  const visit = createVisit(site.origin)

  /** Follows a redirect to Foyer as a signed-in user, and returns the address that Foyer's page leads to. */
  async function passFoyer(location: string, token: string): Promise<string> {
    const { searchParams } = new URL(location)
    const redirectUrl = searchParams.get('redirect-url') ?? ''
    assert.equal(searchParams.get('code_challenge_method'), 'S256')
    const codeChallenge = searchParams.get('code_challenge') ?? ''
    const { data, code } = await testApp.mint(token, { redirectUrl, codeChallenge })
    assert.equal(code, undefined)
    const back = new URL(redirectUrl)
    back.searchParams.set('code', data.code)
    return back.href
  }

  async function signIn(path = '/sign-in', token?: string): Promise<string> {
    const { location } = await visit(path)
    const back = await passFoyer(location, token ?? (await testApp.signIn()).accessToken)
    const arrival = await visit(back)
    assert.equal(arrival.status, 303, arrival.text)
    return arrival.location
  }

  const signOut = (origin = site.origin) => visit('/sign-out', { method: 'POST', headers: { origin } })
  return { visit, passFoyer, signIn, signOut }
}
