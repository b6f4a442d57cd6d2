/** Describes the route of sign-up in /docs. */
import { signUp } from '@foyer/contract/routes/sign-up'
import { type ApiSection, describeRoute } from './describe-route.ts'
import { exampleSession } from './examples.ts'

const password = 'nine green lanterns'

export const signUpSections: readonly ApiSection[] = [
  {
    name: 'Sign up',
    description:
      'Opens accounts on platforms that allow sign-ups. The email counts as unverified until the user enters a one-time code sent to it.',
    routes: [
      describeRoute(
        signUp,
        'Opens an account and a session. A captcha challenge is always due: fetch one for `action=sign_up` ahead, or send the request without and solve the challenge in the refusal. An email that has an account, in any spelling, is refused at `email` with `email-taken`. From the sixth such answer per hour and network, each makes the challenge harder; the owner of the email gets at most one message a day. A request repeated with its `Idempotency-Key` makes no second account and is answered with the same session.',
        {
          body: {
            firstName: 'Asha',
            lastName: 'Rao',
            email: 'asha@example.com',
            password1: password,
            password2: password,
            captcha: { value: 'eyJjaGFsbGVuZ2UiOnsi…', type: 'invisible' },
            tokenType: 1,
            platform: 'student',
            source: 'spring-fair',
            utmParams: { utmSource: 'newsletter', utmCampaign: 'spring' },
          },
          result: exampleSession,
        },
      ),
    ],
  },
]
