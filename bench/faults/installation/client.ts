/** Sends the calls of a browser and of a platform's server, and returns the outcome of each. */
import { createHash, randomBytes } from 'node:crypto'
import { solveChallenge } from '../../../api/src/testing/solve-challenge.ts'
import { password } from '../../service/bench-settings.ts'
import { openHttpClient } from '../../service/http-client.ts'

export const clientId = 'faults'
export const clientSecret = 'a-secret-of-a-platform'
export const origin = 'https://student.example'

/** `status` 0: the connection failed, and the request may have taken effect or not; 200 stands for 204 too. */
export type Answer<T> = { status: number; data: T | undefined; fault: string; ms: number }

export type Tokens = { accessToken: string; refreshToken: string }

export type Client = AsyncDisposable & {
  login(uuid: string, typed?: string): Promise<Answer<Tokens>>
  logout(accessToken: string): Promise<Answer<unknown>>
  refresh(refreshToken: string): Promise<Answer<Tokens>>
  /** Refreshes the session that a platform got for a code, with the platform's credentials. */
  refreshAsPlatform(refreshToken: string): Promise<Answer<Tokens>>
  mint(accessToken: string): Promise<Answer<{ code: string }>>
  exchange(code: string): Promise<Answer<Tokens>>
  /** Sends a one-time code by mail. */
  mailCode(uuid: string): Promise<Answer<{ token: string }>>
  /** Signs in with a one-time code. */
  enterCode(token: string, otp: string): Promise<Answer<Tokens>>
  /** Sends a reset link by mail. */
  mailLink(email: string): Promise<Answer<unknown>>
  /** Uses a reset link; `path` is the path of its page. */
  useLink(path: string, newPassword: string): Promise<Answer<unknown>>
  /** Opens an account with a solved captcha challenge; the idempotency key makes it safe to send again. */
  signUp(application: Application, key?: string): Promise<Answer<Tokens>>
  /** Solves a captcha challenge for `signUp`. */
  solve(): Promise<Application['captcha']>
  get(path: string): Promise<Answer<unknown>>
}

type Application = {
  email: string
  firstName?: string
  captcha: Awaited<ReturnType<typeof solveChallenge>>
}

const codeVerifier = randomBytes(32).toString('base64url')
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
const handover = { platform: 'student', redirect_url: `${origin}/` }

type Wire = {
  access_token?: string
  refresh_token?: string
  code?: string
  token?: string
  session?: Wire
  universal?: Wire
}

export function openClient(url: string, { connections = 64 } = {}): Client {
  const http = openHttpClient(url, connections, {
    addresses: 0,
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
  })

  async function call<T>(
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    authorization: string | undefined,
    read: (data: Wire) => T,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const startedAt = performance.now()
    const answer = (status: number, data?: T, fault = '') => ({
      status,
      data,
      fault,
      ms: performance.now() - startedAt,
    })
    try {
      const { status, text } = await http.ask(method, path, {
        body,
        headers: { ...(authorization && { authorization }), ...headers },
      })
      if (status === 204) return answer(200, read({}))
      if (status !== 200) return answer(status, undefined, text.slice(0, 200))
      return answer(200, read((JSON.parse(text) as { data: Wire }).data))
    } catch (error) {
      return answer(0, undefined, (error as { code?: string }).code ?? String(error))
    }
  }

  const tokensOf = ({ access_token: accessToken = '', refresh_token: refreshToken = '' }: Wire) => ({
    accessToken,
    refreshToken,
  })
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

  return {
    login: (uuid, typed = password) =>
      call(
        'POST',
        '/api/auth/sso/login',
        { uuid, password: typed, product: 'learning' },
        undefined,
        tokensOf,
      ),
    logout: (token) => call('POST', '/api/auth/logout', undefined, `Bearer ${token}`, (data) => data),
    refresh: (token) =>
      call('POST', '/api/auth/refresh-token', { refresh_token: token }, undefined, tokensOf),
    refreshAsPlatform: (token) =>
      call('POST', '/api/auth/refresh-token', { refresh_token: token }, basic, tokensOf),
    mint: (token) =>
      call(
        'POST',
        '/api/auth/codes',
        { ...handover, code_challenge: codeChallenge },
        `Bearer ${token}`,
        ({ code = '' }) => ({ code }),
      ),
    exchange: (code) =>
      call(
        'POST',
        '/api/auth/codes/exchange',
        { ...handover, code, code_verifier: codeVerifier },
        basic,
        ({ session = {} }) => tokensOf(session),
      ),
    mailCode: (user) =>
      call(
        'POST',
        '/api/auth/users/otp',
        { medium: 'email', purpose: 'login', user },
        undefined,
        ({ token = '' }) => ({ token }),
      ),
    enterCode: (token, otp) =>
      call(
        'POST',
        '/api/auth/users/otp/verify',
        { universal_token: true, token, otp },
        undefined,
        ({ universal = {} }) => tokensOf(universal),
      ),
    mailLink: (email) =>
      call('POST', '/api/auth/forgot-password', { email, product: 'learning' }, undefined, (data) => data),
    useLink: (path, newPassword) =>
      call(
        'POST',
        `/api/auth${path}`,
        { password1: newPassword, password2: newPassword },
        undefined,
        (data) => data,
      ),
    signUp: ({ email, firstName = 'Asha', captcha }, key) =>
      call(
        'POST',
        '/api/auth/signup',
        {
          first_name: firstName,
          last_name: 'Rao',
          email,
          password1: password,
          password2: password,
          captcha,
          token_type: 1,
          platform: 'student',
          source: 'faults',
          utm_params: {},
        },
        undefined,
        tokensOf,
        key === undefined ? {} : { 'idempotency-key': key },
      ),
    async solve() {
      const path = '/api/auth/captcha/challenge?action=sign_up'
      return solveChallenge(JSON.parse((await http.ask('GET', path)).text))
    },
    get: (path) => call('GET', path, undefined, undefined, (data) => data),
    [Symbol.asyncDispose]: () => http.destroy(),
  }
}
