/** Describes the routes of captcha challenges in /docs. */
import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

export const captchaDocs: readonly ApiSection[] = [
  {
    name: 'Captcha',
    description:
      'A captcha challenge is a proof of work (ALTCHA 2) that the browser solves by itself, without showing the user a task. One is due for callers who send very many requests, and at every sign-up.',
    routes: [
      describeRoute(
        getCaptchaChallenge,
        'Returns a captcha challenge to solve ahead. With an `action` its solution is valid for that action only; without one, for every action except sign-up. If a challenge is due and its solution is missing, the refusal contains a challenge too, in `errors.challenge`. Send a solution as `captcha.value`, once. With a captcha vendor configured the answer is 404.',
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
]
