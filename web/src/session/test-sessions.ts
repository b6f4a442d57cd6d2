/** Stored sessions and access tokens as tests need them. */
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

/** Unsigned: the browser only reads when it ends. `name` makes it another token. */
export function accessTokenFor(seconds: number, name = ''): string {
  const exp = Math.floor(Date.now() / 1000) + seconds
  return `e30.${Buffer.from(JSON.stringify({ exp, name })).toString('base64url')}.sig`
}

export function authOf(platform: Platform, more: Partial<Session> = {}): Session {
  return { accessToken: accessTokenFor(600), refreshToken: 'rt_1', user, platform, ...more }
}
