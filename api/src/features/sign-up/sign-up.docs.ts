/** Describes the routes of sign-up in /docs. */
import { joinPlatform, signUp } from '@foyer/contract/routes/sign-up'
import { type ApiSection, describeRoute, exampleSession } from '../../kernel/http/describe-route.ts'

const password = 'nine green lanterns'
const solved = { value: 'eyJjaGFsbGVuZ2UiOnsi…', type: 'invisible' } as const

export const signUpDocs: readonly ApiSection[] = [
  {
    name: 'Sign up',
    description:
      'Opens accounts on platforms that allow sign-ups. The email counts as unverified until the user enters a one-time code sent to it.',
    routes: [
      describeRoute(
        signUp,
        'Opens an account and a session. A captcha challenge is always due: fetch one for `action=sign_up` in advance, or send the request without and solve the challenge in the refusal. An email that has an account, in any spelling, is refused at `email` with `email-taken`. With `account`, ask the user for a proof of that account and call `with-account`; without it, the owner has access already and signs in. From the sixth such answer per hour and network, each makes the challenge harder; the owner of the email gets at most one message a day. A request repeated with its `Idempotency-Key` makes no second account and is answered with the same session.',
        {
          body: {
            firstName: 'Asha',
            lastName: 'Rao',
            email: 'asha@example.com',
            password1: password,
            password2: password,
            captcha: solved,
            tokenType: 1,
            platform: 'student',
            source: 'spring-fair',
            utmParams: { utmSource: 'newsletter', utmCampaign: 'spring' },
          },
          result: exampleSession,
        },
      ),
      describeRoute(
        joinPlatform,
        'Adds the platform to an account that exists and opens a session. `proof` has the password of the account, or token and code of a one-time code with the purpose `sign_up`. Wrong proofs count against the same lockout as sign-ins, and an email without an account is refused like a wrong proof. `password1` and `password2` are stored only after a code that proves an unproven address and so removes its unproven password; the names only for an account without one. The owner gets an email. For a member this is a sign-in.',
        {
          body: {
            firstName: 'Asha',
            lastName: 'Rao',
            email: 'asha@example.com',
            proof: { password },
            platform: 'student',
            source: 'spring-fair',
            utmParams: {},
          },
          result: exampleSession,
        },
      ),
    ],
  },
]
