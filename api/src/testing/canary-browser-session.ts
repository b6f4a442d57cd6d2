/** Continues in a browser at another platform, and signs the browser out, after every kind of refusal. */
import assert from 'node:assert/strict'
import {
  continueSession,
  findBrowserSession,
  listDoors,
  logOutEverywhereHere,
  readPlatformLogouts,
  removeAccountHere,
} from '@foyer/contract/routes/browser-sessions'
import { openBrowser } from '../features/browser-sessions/test-browser.ts'
import { bearer, type Send } from './canary-calls.ts'
import type { Canaries } from './find-canaries.ts'
import type { TestApp } from './test-app.ts'

/** Returns the values of the cookie, the tokens of the session and the token of the sign-out. */
export async function continueInBrowser(testApp: TestApp, send: Send): Promise<Canaries> {
  const { uuid } = await testApp.makeUser({ platforms: ['student', 'school'] })
  const browser = openBrowser(testApp)
  await browser.signIn(uuid)
  const replaced = browser.jar.get('bs') ?? ''
  const { data: own } = await browser.signIn(uuid)
  await browser.handOver(own)
  const value = browser.jar.get('bs') ?? ''
  const tap = { account: uuid, platform: 'school', delivery: 'redirect' }
  let continued: Record<string, string> = {}
  for (const cookie of [`bs=${replaced}`, `bs=${value}`]) {
    await send(findBrowserSession, undefined, { cookie })
    await send(continueSession, { ...tap, delivery: 'frame' }, { cookie })
    await send(listDoors, undefined, { cookie, ...bearer(own.accessToken) })
    const { data } = await send(continueSession, tap, { cookie })
    continued = data ?? continued
  }
  assert.ok(continued.access_token, 'the current value continues')
  const cookie = `bs=${value}`
  // Each request is sent twice, and only the first one finds sessions, so this call comes before.
  const { token } = (await browser.logOut()).data
  assert.ok(token, 'a platform is notified')
  await send(readPlatformLogouts, { token })
  await send(removeAccountHere, undefined, { cookie }, { id: uuid })
  await send(logOutEverywhereHere, undefined, { cookie })
  return {
    'cookie of a browser session': value,
    'replaced cookie of a browser session': replaced,
    'access token of a continued session': continued.access_token ?? '',
    'refresh token of a continued session': continued.refresh_token ?? '',
    'token of a sign-out': token,
  }
}
