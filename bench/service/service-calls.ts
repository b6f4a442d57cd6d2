/** Sends the calls of browsers and platforms to the service over HTTP. */
import { createHash, randomBytes } from 'node:crypto'
import type { BenchUser } from './add-users.ts'
import { browserCookieOf, password, platform } from './bench-settings.ts'
import type { HttpClient } from './http-client.ts'

export type Tokens = { access_token: string; refresh_token: string }

const codeVerifier = randomBytes(32).toString('base64url')
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
const redirectUrl = `${platform.origin}/`
const otpPath = '/api/auth/users/otp'
const basic = `Basic ${btoa([platform.clientId, platform.clientSecret].map(encodeURIComponent).join(':'))}`

export function lookUp(client: HttpClient, { email }: BenchUser): Promise<{ uuid: string }> {
  return client.post('/api/auth/users/fetch', { user_id: email, product: platform.product })
}

/** The known-browser cookie of each user from the last sign-in. */
const cookies = new Map<string, string>()

export async function signIn(client: HttpClient, { uuid }: BenchUser): Promise<Tokens> {
  const cookie = cookies.get(uuid) ?? `kd=${browserCookieOf(uuid)}`
  const path = '/api/auth/sso/login'
  const { status, headers, text } = await client.ask('POST', path, {
    body: signInBody(uuid),
    headers: { cookie },
  })
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  cookies.set(uuid, String(headers['set-cookie']).split(';')[0] ?? '')
  return JSON.parse(text).data
}

export function signInBody(uuid: string) {
  return { uuid, password, product: platform.product, platform: platform.name }
}

/** Sends a code by SMS; the answer does not contain the code. */
export function sendOtp(client: HttpClient, { uuid }: BenchUser): Promise<{ token: string }> {
  const body = { medium: 'sms', purpose: 'login', user: uuid }
  return client.post(otpPath, body)
}

export function verifyOtp(client: HttpClient, code: { token: string; otp: string }): Promise<unknown> {
  const body = { universal_token: true, platform: platform.name, ...code }
  return client.post(`${otpPath}/verify`, body)
}

export function refresh(client: HttpClient, { refresh_token }: Tokens): Promise<Tokens> {
  return client.post('/api/auth/refresh-token', { refresh_token })
}

/** Reads the whole profile, like a platform that shows it. */
export function readProfile(client: HttpClient, tokens: Tokens): Promise<void> {
  return get(client, '/api/profile', tokens)
}

/** Lists the entries of one section. */
export function listAwards(client: HttpClient, tokens: Tokens): Promise<void> {
  return get(client, '/api/profile/awards', tokens)
}

async function get(client: HttpClient, path: string, { access_token }: Tokens): Promise<void> {
  const { status, text } = await client.ask('GET', path, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
}

export function mintCode(client: HttpClient, { access_token }: Tokens): Promise<{ code: string }> {
  const body = { platform: platform.name, redirect_url: redirectUrl, code_challenge: codeChallenge }
  return client.post('/api/auth/codes', body, { authorization: `Bearer ${access_token}` })
}

/** Mints a code like the browser, and redeems it like the platform's server. */
export async function handOver(client: HttpClient, tokens: Tokens): Promise<{ session: Tokens }> {
  const { code } = await mintCode(client, tokens)
  const body = { code, platform: platform.name, redirect_url: redirectUrl, code_verifier: codeVerifier }
  return client.post('/api/auth/codes/exchange', body, { authorization: basic })
}
