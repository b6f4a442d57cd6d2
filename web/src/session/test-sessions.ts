/** Makes sessions and access tokens for tests. */
import type { Platform } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'

export const user = {
  uuid: '11111111-1111-4111-8111-111111111111',
  email: 'asha@example.com',
  isEmailVerified: true,
  firstName: 'Asha',
  lastName: null,
  fullName: 'Asha',
}

/** Returns an unsigned token, because the browser only reads the expiry. A different `name` makes a different token. */
export function accessTokenFor(seconds: number, name = ''): string {
  const exp = Math.floor(Date.now() / 1000) + seconds
  return `e30.${Buffer.from(JSON.stringify({ exp, name })).toString('base64url')}.sig`
}

export function authOf(platform: Platform, more: Partial<Session> = {}): Session {
  return { accessToken: accessTokenFor(600), refreshToken: 'rt_1', user, platform, ...more }
}
