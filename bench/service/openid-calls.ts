/** Sends the calls of a client of OpenID Connect and of its users' browsers to the service over HTTP. */
import { createHash, randomBytes } from 'node:crypto'
import { platform } from './bench-settings.ts'
import type { Answer, HttpClient } from './http-client.ts'
import type { Tokens } from './service-calls.ts'

const redirectUri = `${platform.origin}/`
const verifier = randomBytes(32).toString('base64url')
const basic = `Basic ${btoa([platform.clientId, platform.clientSecret].map(encodeURIComponent).join(':'))}`
const request = new URLSearchParams({
  client_id: platform.clientId,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid offline_access',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})

/** Signs a user with a session in at the client: the request, the page's handover, the way back, and the exchange. */
export async function signInAtClient(client: HttpClient, { access_token }: Tokens): Promise<Tokens> {
  const asked = await client.ask('GET', `/authorize?${request}`)
  const cookie = String(asked.headers['set-cookie']).split(';')[0] ?? ''
  const redirectUrl = new URL(nextOf(asked), platform.origin).searchParams.get('redirect-url') ?? ''
  const minted = await client.post(
    '/api/auth/codes',
    { platform: platform.name, redirect_url: redirectUrl },
    { authorization: `Bearer ${access_token}` },
  )
  const finish = `${redirectUrl.slice(redirectUrl.indexOf('/authorize'))}&code=${minted.code}`
  const back = new URL(nextOf(await client.ask('GET', finish, { headers: { cookie } })))
  return askForTokens(client, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
}

export function renewAtClient(client: HttpClient, { refresh_token }: Tokens): Promise<Tokens> {
  return askForTokens(client, { grant_type: 'refresh_token', refresh_token })
}

/** Reads the claims of the user; the path is that of the provider. */
export async function readUserInfo(
  client: HttpClient,
  { access_token }: Tokens,
  path = '/userinfo',
): Promise<void> {
  const headers = { authorization: `Bearer ${access_token}` }
  const { status, text } = await client.ask('GET', path, { headers })
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
}

async function askForTokens(client: HttpClient, form: Record<string, string>): Promise<Tokens> {
  const { status, text } = await client.ask('POST', '/token', {
    form: new URLSearchParams(form),
    headers: { authorization: basic },
  })
  if (status !== 200) throw new Error(`/token: ${status} ${text}`)
  return JSON.parse(text)
}

function nextOf({ status, headers, text }: Answer): string {
  if (status !== 303) throw new Error(`${status} ${text}`)
  return String(headers.location)
}
