/** Plays clients of OpenID Connect and the browsers of their users, for tests. The pages of Foyer are replaced by their calls. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { clientDefinition } from '../../identity/credentials/client-definition.ts'
import { storeClient } from '../../identity/credentials/platform-clients.ts'
import { readRegistry } from '../../kernel/config/platform-registry.ts'
import { clientSecret, openTestApp, type TestApp } from '../../testing/test-app.ts'

export const site = 'https://learn.example'
export const callback = `${site}/callback`
export const signedOut = `${site}/signed-out`
const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
const openid = { redirectUris: [callback, `${site}/other`], postLogoutRedirectUris: [signedOut] }

/** Clients of `student`: `web` with a secret, `spa` without, and `plain`, which knows no OpenID Connect. */
const clients = [
  { id: 'web', secretSha256, openid, backchannelLogoutUri: `${site}/logout` },
  { id: 'other-web', secretSha256, openid },
  { id: 'spa', openid: { ...openid, isPublic: true } },
  { id: 'third-party', secretSha256, openid: { ...openid, isThirdParty: true } },
  { id: 'other-third-party', secretSha256, openid: { ...openid, isThirdParty: true } },
  { id: 'plain', secretSha256 },
]

export function openIdRegistry() {
  const platforms = {
    student: { home: `${site}/`, origins: [site], clients },
    professor: { home: 'https://teach.example/', origins: ['https://teach.example'] },
  }
  return readRegistry(JSON.stringify(platforms), { isProduction: false })
}

export function openOpenIdApp(): Promise<TestApp> {
  return openTestApp({ config: { registry: openIdRegistry(), limitsFactor: 100 } })
}

/** Registers a client of `student` as the command line does, before the first request reads the clients. */
export async function register(
  { services: { db } }: TestApp,
  given: Partial<v.InferInput<typeof clientDefinition>> & { id: string },
): Promise<void> {
  const client = { name: given.id, kind: 'web', platform: 'student', redirectUris: [callback], ...given }
  const definition = v.parse(clientDefinition, client)
  const hasSecret = ['web', 'machine'].includes(definition.kind) && !definition.jwks && !definition.jwksUri
  const secret = { sha256: secretSha256, createdAt: new Date().toISOString(), until: null }
  await storeClient(db, { definition, secrets: hasSecret ? [secret] : [], disabledAt: null })
}

type Parameters = Record<string, string | undefined>

const codeVerifier = randomBytes(32).toString('base64url')
export const pkce = {
  code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  code_challenge_method: 'S256',
}

export type Visit = { status: number; location: URL | null; text: string; headers: Record<string, unknown> }

/** A browser with the cookies of Foyer. */
export function openBrowser({ app, mint }: TestApp) {
  const cookies = new Map<string, string>()

  async function visit(url: string, form?: Parameters): Promise<Visit> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({
      method: form ? 'POST' : 'GET',
      url,
      headers: { ...(cookie && { cookie }), ...(form && type) },
      ...(form && { payload: queryOf(form).toString() }),
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    const { location } = answer.headers
    return {
      status: answer.statusCode,
      location: location === undefined ? null : new URL(String(location), 'http://localhost:4000'),
      text: answer.body,
      headers: answer.headers,
    }
  }

  /** Sends an authorization request of `web`; undefined leaves a parameter out. */
  const ask = (given: Parameters = {}) => visit(`/authorize?${queryOf(requestOf(given))}`)

  /** Goes on from the sign-in page as a signed-in user. */
  async function passSignIn({ location }: Visit, token: string): Promise<Visit> {
    const finish = location?.searchParams.get('redirect-url') ?? ''
    const platform = (location?.searchParams.get('platform') ?? '') as 'student'
    const { data, code } = await mint(token, { platform, redirectUrl: finish })
    assert.equal(code, undefined)
    return visit(`${finish.slice(finish.indexOf('/authorize'))}&code=${data.code}`)
  }
  return { visit, ask, passSignIn }
}

export function requestOf(given: Parameters): Parameters {
  return {
    client_id: 'web',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid profile email phone offline_access',
    state: 'the-state',
    nonce: 'the-nonce',
    ...pkce,
    ...given,
  }
}

export function queryOf(given: Parameters): URLSearchParams {
  return new URLSearchParams(
    Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

type Sent = { client?: string | undefined; secret?: string; bearer?: string }
export type OAuthAnswer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }

/** Calls an endpoint as the server of a client does. */
export async function call(
  { app }: TestApp,
  path: string,
  form: Parameters,
  { client = 'web', secret = clientSecret, bearer }: Sent = {},
): Promise<OAuthAnswer> {
  const authorization = bearer ? `Bearer ${bearer}` : `Basic ${btoa(`${client}:${secret}`)}`
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...((client || bearer) && { authorization }),
    },
    payload: queryOf(form).toString(),
  })
  const body = answer.body.startsWith('{') ? JSON.parse(answer.body) : {}
  return { status: answer.statusCode, body, headers: answer.headers }
}

/** Redeems a code with the values of `requestOf`. */
export function redeem(testApp: TestApp, code: string, more: Parameters = {}, sent: Sent = {}) {
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    code_verifier: codeVerifier,
    ...more,
  }
  return call(testApp, '/token', form, sent)
}

/** Signs a new user in at `web`, and returns the answer of /token. */
export async function signInAtClient(
  testApp: TestApp,
  given: Parameters = {},
  more: Parameters = {},
  sent: Sent = {},
) {
  const browser = openBrowser(testApp)
  const session = await testApp.signIn()
  const back = await browser.passSignIn(await browser.ask(given), session.accessToken)
  const code = back.location?.searchParams.get('code') ?? ''
  const { status, body } = await redeem(testApp, code, more, sent)
  assert.equal(status, 200, JSON.stringify(body))
  const tokens = body as { access_token: string; refresh_token: string; id_token: string; scope: string }
  return { ...tokens, session, code }
}

export function claimsIn(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
