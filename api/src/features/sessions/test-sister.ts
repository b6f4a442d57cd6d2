/** Provides steps for tests with a sister site: a user signs in there, and the site passes the session to Foyer. */
import { hash, randomBytes } from 'node:crypto'
import { platformRow } from '@foyer/contract/platforms'
import { startAutoLogin } from '@foyer/contract/routes/auto-login'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { originOf, rightPassword, type TestApp } from '../../testing/test-app.ts'

export type Tokens = Pick<Session, 'accessToken' | 'refreshToken'>
/** The sister site's tokens, and the cookie of the browser that sends them. */
export type Sent = { sister: Tokens; cookie: string }

type Place = { platform?: 'student' | 'school'; client?: string }

/** Signs a user in at Foyer and then, with a code, at a client, by default the sister site's client. */
export async function signInAtSister(
  testApp: TestApp,
  { platform = 'student', client = `${platform}-client` }: Place = {},
) {
  const user = await testApp.makeUser({ platforms: [platform] })
  const { own, cookie } = await signInAgain(testApp, user.uuid, platform)
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = hash('sha256', codeVerifier, 'base64url')
  const redirectUrl = `${originOf(platform)}/callback`
  const { code } = (await testApp.mint(own.accessToken, { platform, redirectUrl, codeChallenge })).data
  const body = { code, platform, redirectUrl, codeVerifier }
  const { session } = (await testApp.call(exchangeCode, { body }, { client })).data
  return { own, sister: session, cookie, email: user.email }
}

/** Signs the user in with another browser. */
export async function signInAgain(
  testApp: TestApp,
  uuid: string,
  platform: 'student' | 'school' = 'student',
) {
  const { product } = platformRow(platform)
  const answer = await testApp.call(login, { body: { uuid, password: rightPassword, product, platform } })
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
  return { own: answer.data, cookie }
}

export function autoLogIn(testApp: TestApp, { sister: { accessToken, refreshToken }, cookie }: Sent) {
  return testApp.call(startAutoLogin, { body: { accessToken, refreshToken } }, { headers: { cookie } })
}
