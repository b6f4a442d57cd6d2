/** Imitates Facebook: the login dialog with code and PKCE, and the Graph API calls that a server needs. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readChoice, sendChooser } from './chooser.ts'
import { readForm, sendJson, sendRedirect, urlOf } from './http.ts'
import { sendProblem } from './page.ts'
import { createPeople, type People, type Person } from './people.ts'
import { callbackUrl, foreignRegistrations, registrations } from './settings.ts'

type Facebook = {
  people: People
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  mintAccessToken(person: Person, appId: string, scope: string): string
}

type Code = {
  subject: string
  appId: string
  redirectUri: string
  challenge: string
  scope: string
  expiresAt: number
}
type Token = { subject: string; appId: string; scopes: string[]; issuedAt: number; expiresAt: number }

type Reply = { status: number; body: unknown }

const apps = new Map<string, string>([
  [registrations.facebook.appId, registrations.facebook.appSecret],
  [foreignRegistrations.facebook.appId, foreignRegistrations.facebook.appSecret],
])
const codeSeconds = 600
const tokenSeconds = 5_183_944

export function createFacebook(url: string, publicBaseUrls: readonly string[]): Facebook {
  const people = createPeople('facebook')
  const redirectUris = publicBaseUrls.map((base) => callbackUrl(base, 'facebook'))
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Token>()

  async function dialog(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = urlOf(request).searchParams
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== registrations.facebook.appId)
      return sendProblem(response, 400, 'Facebook would say: Invalid app ID.')
    if (!redirectUris.includes(redirectUri))
      return sendProblem(
        response,
        400,
        'Facebook would say: URL blocked. It is no valid OAuth redirect URI of the app.',
      )
    const method = query.get('code_challenge_method') ?? 'S256'
    if ((query.get('response_type') ?? 'code') !== 'code' || method !== 'S256')
      return sendProblem(response, 400, 'Facebook would say: Invalid parameter.')
    if (request.method !== 'POST')
      // Facebook sends this header too; the popup loses its opener here.
      return sendChooser(response, {
        ...{ provider: 'facebook', people },
        headers: { 'cross-origin-opener-policy': 'same-origin-allow-popups' },
      })
    const choice = readChoice(await readForm(request), 'facebook', people)
    const answer = new URL(redirectUri)
    const state = query.get('state')
    if (choice) answer.searchParams.set('code', keepCode(choice.person, query))
    else for (const [name, value] of Object.entries(denied)) answer.searchParams.set(name, value)
    if (state !== null) answer.searchParams.set('state', state)
    // Facebook adds this fragment to its answer.
    sendRedirect(response, `${answer.href}#_=_`)
  }

  function keepCode({ subject }: Person, query: URLSearchParams): string {
    const code = randomBytes(48).toString('base64url')
    codes.set(code, {
      subject,
      appId: query.get('client_id') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      scope: query.get('scope') ?? '',
      expiresAt: secondsNow() + codeSeconds,
    })
    return code
  }

  /** Exchanges a code for an access token, or an app's secret for its app token. */
  function exchange(given: URLSearchParams): Reply {
    const appId = given.get('client_id') ?? ''
    if (!isSecretOf(appId, given.get('client_secret') ?? ''))
      return refused(1, 'Error validating client secret.')
    if (given.get('grant_type') === 'client_credentials')
      return ok({ access_token: appTokenOf(appId), token_type: 'bearer' })
    const value = given.get('code') ?? ''
    const code = codes.get(value)
    if (!code || code.appId !== appId || code.expiresAt <= secondsNow())
      return refused(100, 'Invalid verification code format.')
    if (code.redirectUri !== given.get('redirect_uri'))
      return refused(
        100,
        'Error validating verification code. Please make sure your redirect_uri is identical.',
      )
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url')
    if (code.challenge && code.challenge !== challenge)
      return refused(100, 'Invalid code_verifier parameter.')
    codes.delete(value)
    return ok({
      access_token: keepToken(code.subject, appId, code.scope),
      token_type: 'bearer',
      expires_in: tokenSeconds,
    })
  }

  function keepToken(subject: string, appId: string, scope: string): string {
    const token = `EAA${randomBytes(60).toString('base64url').replace(/[-_]/g, 'Z')}`
    const issuedAt = secondsNow()
    const scopes = scope.split(/[\s,]+/).filter(Boolean)
    tokens.set(token, { subject, appId, scopes, issuedAt, expiresAt: issuedAt + tokenSeconds })
    return token
  }

  /** Describes a token to an app, including tokens of other apps, as Facebook does for the app's own developers. */
  function debugToken(query: URLSearchParams): Reply {
    const [appId = '', secret = ''] = (query.get('access_token') ?? '').split('|')
    if (!isSecretOf(appId, secret)) return refused(190, 'Invalid OAuth access token signature.')
    const token = tokens.get(query.get('input_token') ?? '')
    if (!token) {
      const error = { code: 190, message: 'The access token could not be decrypted' }
      return ok({ data: { error, is_valid: false, scopes: [] } })
    }
    return ok({
      data: {
        ...{ app_id: token.appId, type: 'USER', application: 'Foyer', user_id: token.subject },
        ...{
          issued_at: token.issuedAt,
          expires_at: token.expiresAt,
          data_access_expires_at: token.expiresAt,
        },
        ...{ is_valid: token.expiresAt > secondsNow(), scopes: token.scopes },
      },
    })
  }

  function me(request: IncomingMessage): Reply {
    const query = urlOf(request).searchParams
    const value = query.get('access_token') ?? request.headers.authorization?.replace(/^Bearer /i, '') ?? ''
    const token = tokens.get(value)
    const person = people.find(token?.subject ?? '')
    if (!token || !person) return refused(190, 'Invalid OAuth access token.')
    const proof = createHmac('sha256', apps.get(token.appId) ?? '')
      .update(value)
      .digest('hex')
    if (!isEqual(query.get('appsecret_proof') ?? '', proof))
      return refused(100, 'Invalid appsecret_proof provided in the API argument')
    const all = fieldsOf(person, token.scopes, url)
    const fields = (query.get('fields') ?? 'id,name').split(',')
    const names = ['id', ...fields.map((field) => field.split(/[.({]/)[0] ?? '')]
    const unknown = names.find((name) => !knownFields.includes(name))
    if (unknown) return refused(100, `Tried accessing nonexisting field (${unknown}) on node type (User)`)
    return ok(Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))))
  }

  async function answer(call: string, request: IncomingMessage): Promise<Reply> {
    const { searchParams } = urlOf(request)
    if (call === '/oauth/access_token')
      return exchange(request.method === 'POST' ? await readForm(request) : searchParams)
    if (call === '/debug_token') return debugToken(searchParams)
    if (call === '/me') return me(request)
    return refused(2_500, 'Unknown path components')
  }

  return {
    people,
    async handle(request, response) {
      const { pathname } = urlOf(request)
      if (pathname === '/facebook/dialog/oauth') return dialog(request, response)
      const call = pathname.replace(/^\/facebook\/graph(\/v\d+\.\d+)?/, '')
      const { status, body } = await answer(call, request)
      sendJson(response, status, body)
    },
    mintAccessToken: ({ subject }, appId, scope) => keepToken(subject, appId, scope),
  }
}

const denied = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
}

const knownFields = ['id', 'name', 'first_name', 'last_name', 'email', 'picture']

/** Omits fields without a value, and the email without its permission. */
function fieldsOf({ subject, firstName, lastName, email, picture }: Person, scopes: string[], url: string) {
  const data = {
    ...{ height: 50, width: 50, is_silhouette: picture === null },
    url: picture === null || picture === 'own' ? `${url}/pictures/${subject}` : picture,
  }
  return {
    id: subject,
    name: [firstName, lastName].filter(Boolean).join(' '),
    ...(firstName && { first_name: firstName }),
    ...(lastName && { last_name: lastName }),
    ...(email !== null && scopes.includes('email') && { email }),
    picture: { data },
  }
}

function ok(body: unknown): Reply {
  return { status: 200, body }
}

function refused(code: number, message: string): Reply {
  const error = { message, type: 'OAuthException', code, fbtrace_id: randomBytes(8).toString('base64url') }
  return { status: 400, body: { error } }
}

function appTokenOf(appId: string): string {
  return `${appId}|${apps.get(appId)}`
}

function isSecretOf(appId: string, secret: string): boolean {
  const expected = apps.get(appId)
  return expected !== undefined && isEqual(secret, expected)
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1_000)
}
