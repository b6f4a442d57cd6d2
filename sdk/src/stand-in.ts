/**
 * Runs a stand-in of Foyer for a platform's tests: the same HTTP protocol, but every user is signed in at once, and
 * nothing is stored.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { parseUrl } from './parse-url.ts'
import { challengeOf } from './transaction.ts'

export type StandIn = {
  accountsUrl: string
  /** The key pair that signs tokens; its key id is 'stand-in-1'. */
  keys: GenerateKeyPairResult
  /** The current behaviour; tests change it. */
  now: StandInState
  /** The requests in order, such as 'POST /api/auth/logout'. */
  requests: string[]
  /** Makes an access token like that of a sign-in, with the given claims and headers replaced. */
  signToken(claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** Makes a code for a popup or a frame whose parent or opener has this origin. */
  mintCode(codeChallenge: string, origin: string): string
  /** Makes a logout token for the session of `signToken`, with the given claims and headers replaced. */
  signLogoutToken(claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
  close(): Promise<void>
}

export type StandInState = {
  user: {
    uuid: string
    email: string | null
    is_email_verified: boolean
    first_name: string
    last_name: string | null
    full_name: string
  }
  /** The lifetime of new access tokens. */
  accessSeconds: number
  /** Delay of every answer in milliseconds. */
  delayMs: number
  /** If true, refresh answers 'session-ended'. */
  isSessionEnded: boolean
  /** If set, every API call answers this status with an HTML page, like a gateway. */
  gatewayStatus: number | null
  /** The assurance of sign-ins that ask for two factors (`acr_values=2`); all others have '1'. */
  acrWhenAsked: '1' | '2'
}

export type StandInOptions = { platform: string; product: string; clientId: string; clientSecret: string }

const sessionId = '5d3a0e0c-8f55-4c28-a9b5-6c6b3d2f7a10'

type Code = { challenge: string | null; redirectUrl: string; acr: string }
type Answer = { status: number; data?: unknown; code?: string }

/** Starts the stand-in on a free port of this machine. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const keys = await generateKeyPair('ES256')
  const publicKey = { ...(await exportJWK(keys.publicKey)), kid: 'stand-in-1', alg: 'ES256', use: 'sig' }
  const codes = new Map<string, Code>()
  const refreshTokens = new Set<string>()
  const server = createServer((request, response) => {
    // An aborted request or a body without JSON fails its caller, not the process under test.
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accountsUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  const requests: string[] = []
  const now: StandInState = {
    user: {
      uuid: 'b7a1f6de-6f0a-4f55-9c0e-0d5f3b1f9a11',
      email: 'asha@foyer.test',
      is_email_verified: true,
      first_name: 'Asha',
      last_name: 'Rao',
      full_name: 'Asha Rao',
    },
    accessSeconds: 600,
    delayMs: 0,
    isSessionEnded: false,
    gatewayStatus: null,
    acrWhenAsked: '2',
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', accountsUrl)
    requests.push(`${request.method} ${url.pathname}`)
    const body = await textOf(request)
    if (now.delayMs > 0) await delay(now.delayMs, response)
    if (now.gatewayStatus !== null) return respond(response, now.gatewayStatus, '<h1>Bad gateway</h1>')
    if (url.pathname === '/.well-known/jwks.json') return respond(response, 200, { keys: [publicKey] })
    if (request.method === 'GET') return depart(url, response)
    const { status, data, code } = await answer(url.pathname, request.headers.authorization, body)
    if (code === 'client-unknown')
      response.setHeader('www-authenticate', 'Basic realm="Foyer", charset="UTF-8"')
    if (code) return respond(response, status, { errors: { code, message: `${code}.` } })
    return status === 204 ? respond(response, 204, '') : respond(response, status, { data })
  }

  /** Answers the sign-in page for a user who is already signed in; logout uses it too. */
  function depart(url: URL, response: ServerResponse): void {
    const back = parseUrl(url.searchParams.get('redirect-url') ?? '')
    if (!back) {
      respond(response, 404, '')
      return
    }
    const acr = url.searchParams.get('acr_values') === '2' ? now.acrWhenAsked : '1'
    back.searchParams.set('code', newCode(url.searchParams.get('code_challenge'), back, acr))
    response.setHeader('location', back.href)
    respond(response, 303, '')
  }

  function newCode(challenge: string | null, target: URL, acr = '1'): string {
    const code = `ac_${crypto.randomUUID()}`
    codes.set(code, { challenge, redirectUrl: withoutCode(target), acr })
    return code
  }

  async function answer(path: string, authorization: string | undefined, body: string): Promise<Answer> {
    if (path === '/api/auth/logout') {
      return authorization?.startsWith('Bearer ') ? { status: 204 } : { status: 401, code: 'session-ended' }
    }
    const fields = JSON.parse(body) as Record<string, string>
    if (path === '/api/auth/refresh-token') {
      if (!isClient(authorization)) return { status: 401, code: 'client-unknown' }
      const isValid = refreshTokens.delete(fields.refresh_token ?? '') && !now.isSessionEnded
      return isValid ? { status: 200, data: await tokens() } : { status: 401, code: 'session-ended' }
    }
    if (path !== '/api/auth/codes/exchange') return { status: 404, code: 'unexpected' }
    if (!isClient(authorization)) return { status: 401, code: 'client-unknown' }
    const code = codes.get(fields.code ?? '')
    codes.delete(fields.code ?? '')
    if (!code || !(await fits(code, fields))) return { status: 400, code: 'code-invalid' }
    const session = { ...(await tokens(code.acr)), user: now.user, platform: options.platform }
    return { status: 200, data: { session, user: now.user } }
  }

  function isClient(authorization = ''): boolean {
    const [id, secret] = atob(authorization.replace('Basic ', '')).split(':').map(formDecoded)
    return id === options.clientId && secret === options.clientSecret
  }

  async function fits(code: Code, fields: Record<string, string>): Promise<boolean> {
    const { platform, redirect_url, code_verifier } = fields
    const challenge = code_verifier === undefined ? null : await challengeOf(code_verifier)
    const shown = redirect_url === undefined ? null : parseUrl(redirect_url)
    const isSameUrl = shown ? withoutCode(shown) === code.redirectUrl : code.challenge === null
    return platform === options.platform && isSameUrl && challenge === code.challenge
  }

  async function tokens(acr = '1'): Promise<{ access_token: string; refresh_token: string }> {
    const refreshToken = `rt_${crypto.randomUUID()}`
    refreshTokens.add(refreshToken)
    return { access_token: await signToken({ acr }), refresh_token: refreshToken }
  }

  function signToken(claims: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const seconds = Math.floor(Date.now() / 1_000)
    return new SignJWT({
      iss: accountsUrl,
      aud: options.product,
      sub: now.user.uuid,
      sid: sessionId,
      client_id: options.clientId,
      platform: options.platform,
      iat: seconds,
      exp: seconds + now.accessSeconds,
      jti: crypto.randomUUID(),
      auth_time: seconds,
      amr: ['pwd'],
      acr: '1',
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'stand-in-1', ...header })
      .sign(keys.privateKey)
  }

  function signLogoutToken(claims: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}) {
    const seconds = Math.floor(Date.now() / 1_000)
    return new SignJWT({
      iss: accountsUrl,
      aud: options.clientId,
      sub: now.user.uuid,
      sid: sessionId,
      iat: seconds,
      exp: seconds + 120,
      jti: crypto.randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'logout+jwt', kid: 'stand-in-1', ...header })
      .sign(keys.privateKey)
  }

  async function close(): Promise<void> {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const mintCode = (challenge: string, origin: string) => newCode(challenge, new URL(origin))
  return { accountsUrl, keys, now, requests, signToken, signLogoutToken, mintCode, close }
}

/** Returns the part of a redirect URL that Foyer compares: origin, path and query without the code. */
function withoutCode({ origin, pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  query.delete('code')
  return `${origin}${pathname}?${query}`
}

/** Waits; stops waiting when the client disconnects. */
function delay(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  const isText = typeof body === 'string'
  response.statusCode = status
  if (body !== '') response.setHeader('content-type', isText ? 'text/html' : 'application/json')
  response.end(isText ? body : JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

function formDecoded(value: string): string {
  return new URLSearchParams(`v=${value}`).get('v') ?? ''
}
