/** Describes the routes of browser sessions in /docs. */
import {
  continueSession,
  continueWithProof,
  findBrowserSession,
  listDoors,
  logOutEverywhereHere,
  readPlatformLogouts,
  removeAccountHere,
} from '@foyer/contract/routes/browser-sessions'
import { type ApiSection, describeRoute, exampleSession } from '../../kernel/http/describe-route.ts'

const uuid = '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74'

const findText = `
Called by Foyer's own pages before they show a form. The cookie names the browser session; without it, and after it has ended, the answer has no account. \`contact\` is masked.

\`entry\` says how the account enters the named platform: \`continue\` with one tap, \`prove-again\` with the password or a code, \`add\` after the user agrees to add the platform to the account, \`no-membership\` not at all. It is null if no platform is named. \`last_used\` is no reason to skip the tap.

An account leaves the list with its last open session in this browser. A value of the cookie that was replaced lists nothing; if it comes back later than 30 seconds after its successor was used, it was copied: every session of the browser session ends.
`.trim()

const continueText = `
Called by Foyer's own pages after the user has tapped an account. It needs the cookie of the browser session, and no token: a token without the cookie opens nothing. The session keeps the time and methods of the proof, ends when a sign-in at that time would end, sends no mail about a new browser, and allows no sensitive change without a new proof.

- \`delivery\` is the window of the page. \`frame\` and \`silent\` are refused with \`window-needed\`: another site could lead a tap in a frame.
- Platforms of staff take a password or code of the last twelve hours in this browser, and no sign-in with a social provider; otherwise the answer is \`proof-needed\`.
- An account that is not signed in here is answered with \`not-signed-in-here\`, whoever it is.
- A platform that is not in the account is answered with \`no-membership\` and the account's platforms. With \`add_platform\`, which says that the user has agreed, a platform that is open to sign-up is added first, and the owner is notified.
`.trim()

const proofText = `
Called by Foyer's own pages after a sign-in with the right password or code was refused with \`no-membership\`. \`proof\` of that answer is valid for five minutes and works once, so the user needs no second proof: a tap opens one of the platforms of the answer, and with \`add_platform\` one that is open to sign-up is added first. The session counts as a sign-in, whose \`auth_time\` is that of the proof, and allows no sensitive change without a new one.

- A proof that was used or is older, and one whose password was replaced or whose account was disabled meanwhile, is answered with \`not-signed-in-here\`.
- With \`STAFF_OTP=off\` the proof of a code opens no platform of staff: \`proof-needed\`.
- \`delivery\` is the window of the page, as for \`sessions/continue\`.
`.trim()

export const browserSessionsDocs: readonly ApiSection[] = [
  {
    name: 'Browser sessions',
    description:
      'A browser session has the accounts that are signed in in one browser. Its cookie is for Foyer alone (`__Host-bs`, HttpOnly, SameSite=Strict), and every sign-in replaces its value. A sign-in with the header `X-Shared-Browser: true` is for a shared computer.',
    routes: [
      describeRoute(findBrowserSession, findText, {
        result: {
          isShared: false,
          accounts: [
            {
              uuid,
              fullName: 'Asha Rao',
              picture: null,
              contact: 'a•••@example.com',
              hasPassword: true,
              lastVisitAt: '2026-03-01T09:29:00.000Z',
              platforms: [{ platform: 'student', lastVisitAt: '2026-03-01T09:29:00.000Z' }],
              entry: 'continue',
            },
          ],
          lastUsed: uuid,
        },
      }),
      describeRoute(continueSession, continueText, {
        body: { account: uuid, platform: 'student', delivery: 'redirect' },
        result: exampleSession,
      }),
      describeRoute(continueWithProof, proofText, {
        body: { proof: 'pf_8kQz3M…', platform: 'student', delivery: 'redirect' },
        result: exampleSession,
      }),
      describeRoute(
        removeAccountHere,
        'Ends the sessions of the account in this browser and the platform sessions below them, and makes the browser unknown to the account. The other accounts stay signed in.',
      ),
      describeRoute(
        logOutEverywhereHere,
        'Ends every session of this browser and the platform sessions below them, of all accounts, and notifies the platforms by the back channel. The states are those of this moment; `token` reads them again.',
        {
          result: {
            token: 'bl_5tRw9K…',
            platforms: [
              { platform: 'student', state: 'waiting' },
              { platform: 'olympiadPartner', state: 'none' },
            ],
          },
        },
      ),
      describeRoute(
        readPlatformLogouts,
        '`confirmed`: the platform has answered that the session is over, or had none of its own. `waiting`: it has not answered yet. `no-answer`: it did not answer or refused; Foyer tries again for a day. `none`: it has no back channel. 404 after ten minutes.',
        {
          body: { token: 'bl_5tRw9K…' },
          result: { platforms: [{ platform: 'student', state: 'confirmed' }] },
        },
      ),
      describeRoute(
        listDoors,
        'Lists the platforms of the account that have a home, with the last visit in any browser of the last 30 days and how the user enters from this browser, and the platforms that the user may add. Without the cookie every entry is `prove-again`; `is_current` is the platform of the session that asks.',
        {
          result: {
            doors: [
              {
                platform: 'student',
                home: 'https://learn.example.com/',
                lastVisitAt: '2026-03-01T09:29:00.000Z',
                entry: 'continue',
                isCurrent: true,
              },
              {
                platform: 'professor',
                home: 'https://professor.example.com/',
                lastVisitAt: null,
                entry: 'prove-again',
                isCurrent: false,
              },
            ],
            addable: [],
          },
        },
      ),
    ],
  },
]
