/** Signs in with the tokens of a sister site, after every kind of refusal. */
import assert from 'node:assert/strict'
import { endPreviousSession, startAutoLogin } from '@foyer/contract/routes/auto-login'
import { signInAtSister } from '../features/sessions/test-sister.ts'
import { bearer, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import type { TestApp } from './test-app.ts'

/** Returns the browser's cookie, and the tokens of the new session, which it has ended. */
export async function signInFromSister(testApp: TestApp, send: Send) {
  const { sister, cookie } = await signInAtSister(testApp)
  const given = { accessToken: sister.accessToken, refreshToken: sister.refreshToken }
  const forged = {
    accessToken: sent['forged access token'],
    refreshToken: sent['forged refresh token'],
  }
  for (const tokens of [forged, { ...given, refreshToken: forged.refreshToken }])
    await send(startAutoLogin, tokens, { cookie })
  const { data } = await send(startAutoLogin, given, { cookie })
  assert.ok(data, 'the tokens of a sister site sign in')
  const { access_token: accessToken = '', refresh_token: refreshToken = '' } = data as Record<string, string>
  for (const token of [forged.accessToken, accessToken])
    await send(endPreviousSession, undefined, bearer(token))
  return { cookie, accessToken, refreshToken }
}
