/** Describes the routes of the handover to platforms in /docs. */
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import {
  type ApiSection,
  describeRoute,
  exampleSession,
  exampleUser,
} from '../../kernel/http/describe-route.ts'

const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const redirectUrl = 'https://learn.example/callback?state=xyz'

const exchangeText = `
Called by the server of the platform or of an external site. A code of an external site works for the client of that site alone, a code of a platform for its own clients alone.

- A code is valid for the clients that have the origin of its \`redirect_url\` in the platforms file.
- A code that is used a second time ends the session that its first use opened.
- \`redirect_url\` must be the URL that the code was created for: the \`redirect-url\` of the sign-in page, with its path and its query (\`state\` included), with or without the \`code\`. It is required for a code with a \`code_challenge\` and for a code of an external site.
- A code with a \`code_challenge\` requires the matching \`code_verifier\`; a code without one allows none. A client redeems only codes with a \`code_challenge\`, unless the platforms file sets \`requiresPkce\` to false for it.

If a code of your platform is refused, \`errors.detail\` says why: \`pkce-missing\`, \`redirect-url-missing\`, \`redirect-url-different\` or \`code-verifier-wrong\`. The code is used up even then.
`.trim()

export const handoverDocs: readonly ApiSection[] = [
  {
    name: 'Handover',
    description:
      'A handover code signs a user in at a platform (OAuth 2.0 authorization code with PKCE). The browser requests the code; the platform’s server redeems it.',
    routes: [
      describeRoute(
        createCode,
        'The code is valid for a minute and works once, for this platform, `redirect_url` and `code_challenge`. Without `redirect_url` it is valid for the home of the platform. With `external` it is valid for the client of that site, if the platforms file lets users of this platform go there; `redirect_url` may then add parameters to the registered address, and without it the code is valid for the registered address with `platform`. With `assurance`, or where a sign-in would need a second factor, a session with one factor gets `second-factor-needed` or `enrolment-needed`, as a sign-in does: give it, and ask for the code with the new session; `proof-needed` means that the user has to sign in again first.',
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
