/** Starts the example platform in Python for its tests, and plays the browser of a user. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { clientSecret, type TestApp } from '../../../api/src/testing/test-app.ts'
import { findPython, pythonIsMissing } from './find-python.ts'

export const folder = import.meta.dirname
/** CI always runs the example: there, a missing interpreter fails its tests. */
const python = findPython()
export const options = { skip: python || process.env.CI ? false : pythonIsMissing }
if (process.env.CI && !python) throw new Error(pythonIsMissing)

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export type Site = { origin: string; stop(): void }

export async function startSite(
  accountsUrl: string,
  port: number,
  env: Record<string, string>,
): Promise<Site> {
  const child = spawn(python ?? 'python3', ['-B', join(folder, 'learning_site.py')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      ACCOUNTS_URL: accountsUrl,
      FOYER_CLIENT_SECRET: clientSecret,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  assert.equal(child.exitCode, null, output)
  return { origin: `http://localhost:${port}`, stop: () => child.kill() }
}

/** A browser that is signed in at Foyer or not; the pages of Foyer are replaced by the calls that they send. */
export function openBrowser(site: Site, testApp: TestApp) {
  const cookies = new Map<string, string>()

  async function visit(path: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...init.headers }
    const response = await fetch(new URL(path, site.origin), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text: await response.text(),
    }
  }

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
