/** What the API's page says beyond the contract: sections in reading order, a paragraph and examples for each route. */
import { getCaptchaChallenge } from '@foyer/contract/captcha'
import { createCode, exchangeCode } from '@foyer/contract/handover'
import { isLive, isReady, jwks, openapi } from '@foyer/contract/operations'
import type { Call, Result, Route } from '@foyer/contract/route'
import { logout, refreshToken } from '@foyer/contract/sessions'
import { findUser, login, type Session, type User } from '@foyer/contract/sign-in'

export type Described = { route: Route; description: string; body?: unknown; result?: unknown }
export type ApiSection = { name: string; description: string; routes: readonly Described[] }

type Examples<R extends Route> = (R['body'] extends object ? { body: BodyOf<R> } : unknown) &
  (R['result'] extends object ? { result: Result<R> } : unknown)
type BodyOf<R extends Route> = Call<R> extends { body: infer Body } ? Body : never

function describe<const R extends Route>(
  route: R,
  description: string,
  ...[examples]: unknown extends Examples<R> ? [] : [Examples<R>]
): Described {
  return { route, description, ...(examples as object | undefined) }
}

const user: User = {
  uuid: '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74',
  email: 'asha@example.com',
  firstName: 'Asha',
  lastName: 'Rao',
  fullName: 'Asha Rao',
}
const session: Session = {
  accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
  refreshToken: 'rt_9vXqT2…',
  user,
  platform: 'student',
}
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const redirectUrl = 'https://learn.example/callback?state=xyz'

export const apiSections: readonly ApiSection[] = [
  {
    name: 'Sign in',
    description: 'From an email address or phone number to a session.',
    routes: [
      describe(
        findUser,
        'The first step of the form. For learners: name, picture and the contact that was typed. For everybody else only that a password exists, alike for people we know and people we do not.',
        {
          body: { userId: 'asha@example.com', product: 'learning' },
          result: {
            hasPassword: true,
            email: 'asha@example.com',
            phoneNumber: null,
            uuid: user.uuid,
            fullName: user.fullName,
            profile: { picture: null },
          },
        },
      ),
      describe(
        login,
        'Opens a session. Send the `uuid` of the look-up or an `email`, never both. Without `platform` the session is for the membership this person has in the product. A wrong password, an unknown person and a missing membership answer alike.',
        {
          body: { uuid: user.uuid, password: 'correct horse battery', product: 'learning' },
          result: session,
        },
      ),
    ],
  },
  {
    name: 'Captcha',
    description:
      'A proof of work (ALTCHA 2) that the browser solves by itself; nobody is shown a puzzle. It is due for who asks very often.',
    routes: [
      describe(
        getCaptchaChallenge,
        'A puzzle to solve ahead. Where one is due and missing, the refusal carries it as well, in `errors.challenge`. Send the solution as `captcha.value`, once.',
        {
          result: {
            parameters: {
              algorithm: 'PBKDF2/SHA-256',
              cost: 5_000,
              nonce: '9f2c…',
              salt: '41d7…',
              keyPrefix: '00',
            },
            signature: 'b1946ac9…',
          },
        },
      ),
    ],
  },
  {
    name: 'Sessions',
    description:
      'Access tokens live for minutes, refresh tokens for days; each use of a refresh token replaces it.',
    routes: [
      describe(
        refreshToken,
        'Answers with the successor of the token. Tabs that refresh at once all get the same one, for 30 seconds. An older token that comes back was copied: the session ends, and its owner is told by mail.',
        {
          body: { refreshToken: session.refreshToken },
          result: { accessToken: session.accessToken, refreshToken: 'rt_4kLm8Z…' },
        },
      ),
      describe(
        logout,
        'Ends this session and the ones that codes opened from it. Takes a genuine token even when it has expired.',
      ),
    ],
  },
  {
    name: 'Handover',
    description:
      'A one-time code carries a signed-in person to a platform (OAuth 2.0 authorization code with PKCE). The browser asks for it; the server of the platform redeems it.',
    routes: [
      describe(
        createCode,
        'The code lives for a minute and is good once, for this platform, this origin and this challenge.',
        {
          body: { platform: 'student', redirectUrl, codeChallenge },
          result: { code: 'ac_Zk3nQ…' },
        },
      ),
      describe(
        exchangeCode,
        'From server to server. A code that comes a second time ends the session its first use opened. With a challenge the verifier must fit; without one there must be none.',
        {
          body: { code: 'ac_Zk3nQ…', platform: 'student', redirectUrl, codeVerifier },
          result: { session, user },
        },
      ),
    ],
  },
  {
    name: 'Operations',
    description: 'For servers, load balancers and tools.',
    routes: [
      describe(
        jwks,
        'Fetch again when a token names a `kid` that is not in it; keep it for an hour otherwise.',
        {
          result: {
            keys: [
              {
                kty: 'EC',
                crv: 'P-256',
                kid: 'Xk2…',
                x: 'f83OJ3D2…',
                y: 'x_FEzRu9…',
                alg: 'ES256',
                use: 'sig',
              },
            ],
          },
        },
      ),
      describe(isLive, 'Touches nothing but the process: restart it when this does not answer.', {
        result: { status: 'ok' },
      }),
      describe(isReady, 'Send requests elsewhere while this answers 503.', { result: { status: 'ok' } }),
      describe(openapi, 'The document behind this page.', { result: { openapi: '3.1.0' } }),
    ],
  },
]
