/** Opening an account, for the page of the API. */
import { signUp } from '@foyer/contract/routes/sign-up'
import { type ApiSection, describeRoute, exampleSession } from './describe-route.ts'

const password = 'nine green lanterns'

export const signUpSections: readonly ApiSection[] = [
  {
    name: 'Sign up',
    description:
      'Where a platform is open to it. The address counts as unproven until a code sent to it comes back.',
    routes: [
      describeRoute(
        signUp,
        'Opens an account and a session. It always takes a puzzle: fetch one for `action=sign_up` ahead, or send without and solve the one in the refusal. An address that has an account, however it is written, is refused at `email` with `email-taken`: from the sixth such answer an hour and network on, the challenge gets harder with each, and the owner of the address is mailed at most once a day. Sent again with its `Idempotency-Key`, the request makes no second account and is answered with the same session.',
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
