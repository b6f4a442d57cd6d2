/** Sends the calls of a browser and of a platform's server to the oidc-provider peer. */
import { createHash, randomBytes } from 'node:crypto'
import { platform } from '../service/bench-settings.ts'
import type { Answer, HttpClient } from '../service/http-client.ts'

export type OidcTokens = { access_token: string; refresh_token: string }

const redirectUri = `${platform.origin}/`
const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')
const basic = `Basic ${btoa([platform.clientId, platform.clientSecret].map(encodeURIComponent).join(':'))}`
const request = new URLSearchParams({
  client_id: platform.clientId,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid',
  code_challenge: challenge,
  code_challenge_method: 'S256',
})

/** Opens a session at oidc-provider like a browser; returns the cookies. */
export async function openOidcSession(client: HttpClient, user: string): Promise<string> {
  const cookies = new Map<string, string>()
  let path = `/auth?${request}`
  while (!path.startsWith(redirectUri)) {
    const headers = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-user': user,
    }
    const answer = await client.ask('GET', path, { headers })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    path = nextOf(answer).replace(/^http:\/\/localhost:\d+/, '')
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Gets a code with a session like a browser, and exchanges the code like the platform's server. */
export async function handOverAtOidc(client: HttpClient, cookie: string): Promise<OidcTokens> {
  const code = new URL(
    nextOf(await client.ask('GET', `/auth?${request}`, { headers: { cookie } })),
  ).searchParams.get('code')
  if (!code) throw new Error('oidc-provider: no code')
  return askForTokens(client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
}

export function refreshAtOidc(client: HttpClient, { refresh_token }: OidcTokens): Promise<OidcTokens> {
  return askForTokens(client, { grant_type: 'refresh_token', refresh_token })
}

async function askForTokens(client: HttpClient, form: Record<string, string>): Promise<OidcTokens> {
  const { status, text } = await client.ask('POST', '/token', {
    form: new URLSearchParams(form),
    headers: { authorization: basic },
  })
  if (status !== 200) throw new Error(`oidc-provider: ${status} ${text}`)
  return JSON.parse(text)
}

function nextOf({ status, headers, text }: Answer): string {
  if (status !== 303 && status !== 302) throw new Error(`oidc-provider: ${status} ${text}`)
  return String(headers.location)
}
