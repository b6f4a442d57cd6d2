/** Describes the sign-up of schools in /docs. */
import { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/school-sign-up'
import { type ApiSection, describeRoute, exampleSession } from '../../kernel/http/describe-route.ts'

const password = 'nine green lanterns'
const solved = { value: 'eyJjaGFsbGVuZ2UiOnsi…', type: 'invisible' } as const
const school = {
  schoolName: 'Green Valley School',
  schoolType: 'secondary',
  countryId: '0d8f6c1a-94b7-4c52-8e3d-51a7f2c9b640',
  stateId: '7b1e4f20-3c6d-4a8b-9f15-e2d7a0c86b39',
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  source: 'direct',
  utmParams: {},
} as const
const schoolSession = { ...exampleSession, platform: 'school' } as const

export const schoolSignUpDocs: readonly ApiSection[] = [
  {
    name: 'Schools',
    description:
      'Signs a school up together with its first user, who becomes a member of the school platform and reaches the school. A new school is unverified.',
    routes: [
      describeRoute(
        signUpSchool,
        'Creates the school, an account for its contact person and a session, all or nothing. Captcha, counters and `email-taken` are those of the sign-up of users: after `email-taken`, ask the user for a proof of that account and call `with-account`. The answer says nothing else about the account. A state is required where the country has some. A request repeated with its `Idempotency-Key` creates nothing twice.',
        {
          body: { ...school, captcha: solved, password1: password, password2: password },
          result: schoolSession,
        },
      ),
      describeRoute(
        addSchoolToAccount,
        'Creates the school for an account that exists and adds the membership. `proof` has the password of the account, or token and code of a one-time code with the purpose `school_sign_up`. Wrong proofs count against the same lockout as sign-ins, and an email without an account is refused like a wrong proof. `password1` and `password2` are stored only after a code that proves an unproven address and so removes its unproven password. The owner gets an email. An account can sign up five schools a day.',
        { body: { ...school, proof: { password } }, result: schoolSession },
      ),
    ],
  },
]
