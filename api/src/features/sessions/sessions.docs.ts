/** Describes the routes of sessions in /docs. */
import { endPreviousSession, startAutoLogin } from '@foyer/contract/routes/auto-login'
import { createIdToken } from '@foyer/contract/routes/id-token'
import {
  confirmSession,
  disownSession,
  endOneSession,
  endOtherSessions,
  forgetRememberedBrowser,
  listSessions,
  logout,
  refreshToken,
} from '@foyer/contract/routes/sessions'
import { listNewSignIns, listSignIns } from '@foyer/contract/routes/sign-ins'
import { type ApiSection, describeRoute, exampleSession } from '../../kernel/http/describe-route.ts'

const refreshText = `
Replaces the refresh token. Tabs that refresh at the same time all get the same new token, for 30 seconds. An older token means that it was copied: the session ends, and the user is notified by email.

- A browser renews the user's own session and sends no credentials.
- A platform's server renews the session that it got for a code, with its client id and secret. Without them the answer is \`client-unknown\`, with those of another client \`session-ended\`; the token stays valid for its own client.
`.trim()

const autoLoginText = `
Called by the page \`/iframe/auto-login\`, which a sister site frames and sends its tokens to. Both tokens must be genuine and valid now, and belong to one open session of the platform \`student\` and of a client that the platforms file names under \`sisterSites\`. The user must have signed in in this browser, and must still be a member. The tokens stay valid, and the sister site keeps its session.

The new session belongs to Foyer alone: it keeps the time and the methods of the authentication, and ends no later than the session of the sister site could. Routes that need a proof in the session answer \`proof-needed\`, until a step-up. Everything else is answered with \`auto-login-refused\`, and changes nothing. Without \`sisterSites\` in the platforms file every call is refused.
`.trim()

const disownText = `
For a session that the user does not recognise. Ends the user’s sessions in that browser, with the platform sessions opened from them by codes, and notifies platforms with a back channel. The browser is no longer known to the user: its next sign-in counts as one of a stranger and sends a notice. A proof of a password or code that waits for a platform ends, too. Sessions of other users in the browser stay.

The password stays as it is, so lead the user to a new one. Succeeds also when the session has ended. A session of another user is answered like one that does not exist: 404.
`.trim()

const signInsText = `
Reads the sign-ins of the user from the audit trail, which the installation keeps for some months. An answer has 20 entries while there are more; \`next\` goes into \`before\` of the next request, whose answer may be empty. \`no-access\` means that the password or code was right, and that the account may not use the platform or may not enter it this way. Attempts with an identifier of no account are nobody’s and not listed.

\`is_here\` says that the request came from the browser of the caller: the session of the sign-in tells, or else the device id. \`session\` is null for failed attempts, and after the service has deleted the session.
`.trim()

export const sessionsDocs: readonly ApiSection[] = [
  {
    name: 'Sessions',
    description:
      'An access token is valid for minutes, a refresh token for days. Each use of a refresh token replaces it.',
    routes: [
      describeRoute(refreshToken, refreshText, {
        body: { refreshToken: exampleSession.refreshToken },
        result: { accessToken: exampleSession.accessToken, refreshToken: 'rt_4kLm8Z…' },
      }),
      describeRoute(
        logout,
        'Ends this session and the platform sessions opened from it by codes. Accepts an expired access token too.',
      ),
      describeRoute(startAutoLogin, autoLoginText, {
        body: { accessToken: exampleSession.accessToken, refreshToken: exampleSession.refreshToken },
        result: exampleSession,
      }),
      describeRoute(
        endPreviousSession,
        'Called after an auto-login with the access token of the session that the browser had before. Ends that session and the platform sessions opened from it by codes, except the one that the auto-login continued. Accepts an expired access token too.',
      ),
      describeRoute(
        createIdToken,
        'Makes the token that Foyer’s pages send to the `TOKEN_SYNC_URL` of the installation: an ID token of OpenID Connect, signed with ES256 and of type `JWT`, with `iss`, `sub`, `aud` (the origin of that URL), `iat`, `exp`, `auth_time`, `amr` and `sid`, without name or contact. 404 where no URL is configured.',
        { result: { idToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9…' } },
      ),
      describeRoute(
        listSessions,
        'Lists all sessions of the user, on every platform and browser; `is_current` marks the session of the caller, and `browser` is the same for the sessions of one browser, and `is_here` marks the sessions in the browser of the caller. A session that expired by idling stays in the list while a platform session opened from it is open.',
        {
          result: [
            {
              id: '7c1d9a40-2e6b-4f3d-8a5e-90b1c2d3e4f5',
              platform: 'student',
              device: 'Firefox on Windows',
              createdAt: '2026-02-20T08:00:00.000Z',
              lastSeenAt: '2026-03-01T09:29:00.000Z',
              isCurrent: true,
              browser: '1f0a5c7e-8d42-4b19-a3f6-5e7d9c0b2a48',
              isHere: true,
            },
          ],
        },
      ),
      describeRoute(
        endOneSession,
        'Ends another session of the user and the platform sessions opened from it by codes; with `scope=browser` also the user’s other sessions of the same browser. A session of another user is answered like one that does not exist: 404.',
      ),
      describeRoute(
        endOtherSessions,
        'Ends the sessions of the user in every browser but that of the caller, with the platform sessions opened from them by codes. Platforms with a back channel are notified.',
      ),
      describeRoute(disownSession, disownText),
      describeRoute(
        confirmSession,
        'The user recognises a sign-in in a new browser: the list of new sign-ins no longer has it, nor any other sign-in of the same browser. Changes nothing for a sign-in that no longer asks, and for one in the browser of the caller, because a browser never answers for itself. A session of another user is answered with 404.',
      ),
      describeRoute(
        forgetRememberedBrowser,
        'The next sign-in of the user in this browser asks for the second factor. Changes nothing in a browser that is not remembered; `remembered_until` of the list says which are. A session of another user is answered with 404.',
      ),
      describeRoute(
        listNewSignIns,
        'A sign-in counts as new if the user had signed in in other browsers and not in this one; the same rule decides on the email about a new browser. It is listed until `confirmSession` or `disownSession` has the answer or the service deletes the session, 30 days after its end, and never in the browser itself.',
        {
          result: [
            {
              session: '7c1d9a40-2e6b-4f3d-8a5e-90b1c2d3e4f5',
              at: '2026-03-01T09:29:00.000Z',
              platform: 'student',
              device: 'Firefox on Windows',
            },
          ],
        },
      ),
      describeRoute(listSignIns, signInsText, {
        result: {
          items: [
            {
              at: '2026-03-01T09:29:00.000Z',
              outcome: 'signed-in',
              platform: 'student',
              method: 'password',
              from: null,
              device: 'Firefox on Windows',
              isHere: true,
              session: '7c1d9a40-2e6b-4f3d-8a5e-90b1c2d3e4f5',
              asks: false,
            },
          ],
          next: null,
        },
      }),
    ],
  },
]
