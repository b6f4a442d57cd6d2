/** Sessions, and their handing over to platforms, for the page of the API. */
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import { endOneSession, listSessions, logout, refreshToken } from '@foyer/contract/routes/sessions'
import { type ApiSection, describeRoute, exampleSession, exampleUser } from './describe-route.ts'

const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const redirectUrl = 'https://learn.example/callback?state=xyz'

const exchangeText = `
From server to server.

- A code that comes a second time ends the session its first use opened.
- \`redirect_url\` must be the URL the code was minted for: the \`redirect-url\` of the sign-in page, with its path and its query (\`state\` included), with or without the \`code\`. It is required for a code with a challenge.
- With a challenge the verifier must fit; without one there must be none. A client redeems only codes with a challenge, unless the platforms file sets \`requiresPkce\` to false for it.

Where a code of your platform does not fit, \`errors.detail\` says why: \`pkce-missing\`, \`redirect-url-missing\`, \`redirect-url-different\` or \`code-verifier-wrong\`. The code is used up all the same.
`.trim()

const refreshText = `
Answers with the successor of the token. Tabs that refresh at once all get the same one, for 30 seconds. An older token that comes back was copied: the session ends, and its owner is told by mail.

- A browser renews the user's own session and sends no credentials.
- A platform's server renews the session that a code gave it, with its client id and secret. Without them the answer is \`client-unknown\`, with those of another client \`session-ended\`; the token stays good for its own client.
`.trim()

export const sessionSections: readonly ApiSection[] = [
  {
    name: 'Sessions',
    description:
      'Access tokens live for minutes, refresh tokens for days; each use of a refresh token replaces it.',
    routes: [
      describeRoute(refreshToken, refreshText, {
        body: { refreshToken: exampleSession.refreshToken },
        result: { accessToken: exampleSession.accessToken, refreshToken: 'rt_4kLm8Z…' },
      }),
      describeRoute(
        logout,
        'Ends this session and the ones that codes opened from it. Takes a genuine token even when it has expired.',
      ),
      describeRoute(
        listSessions,
        'All of this person, on every platform and device; `is_current` is the one that asks. A session that idled out stays in the list while a platform session opened from it is open.',
        {
          result: [
            {
              id: '7c1d9a40-2e6b-4f3d-8a5e-90b1c2d3e4f5',
              platform: 'student',
              device: 'Firefox on Windows',
              createdAt: '2026-02-20T08:00:00.000Z',
              lastSeenAt: '2026-03-01T09:29:00.000Z',
              isCurrent: true,
            },
          ],
        },
      ),
      describeRoute(
        endOneSession,
        'Signs another device out, with the sessions that codes opened from there. Somebody else’s session is answered like one that never was: 404.',
      ),
    ],
  },
  {
    name: 'Handover',
    description:
      'A one-time code carries a signed-in person to a platform (OAuth 2.0 authorization code with PKCE). The browser asks for it; the server of the platform redeems it.',
    routes: [
      describeRoute(
        createCode,
        'The code lives for a minute and is good once, for this platform, this redirect URL and this challenge. Without `redirect_url` it is minted for the home of the platform.',
        {
          body: { platform: 'student', redirectUrl, codeChallenge },
          result: { code: 'ac_Zk3nQ…' },
        },
      ),
      describeRoute(exchangeCode, exchangeText, {
        body: { code: 'ac_Zk3nQ…', platform: 'student', redirectUrl, codeVerifier },
        result: { session: exampleSession, user: exampleUser },
      }),
    ],
  },
]
