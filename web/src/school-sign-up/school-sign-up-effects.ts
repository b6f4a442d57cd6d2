/** Runs the calls of school sign-up. */
import { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/school-sign-up'
import { call } from '../api/call.ts'
import { applicantOf, schoolFields } from '../flow/sign-up-steps/fields.ts'
import { signUpEffectsOf } from '../flow/sign-up-steps/sign-up-effects.ts'

export const effects = signUpEffectsOf({
  purpose: 'school_sign_up',
  done: 'registered',
  applicantOf: (draft) => applicantOf(schoolFields, draft),
  signUp: ({ query }, body, options) => call(signUpSchool, { query, body }, options),
  hasAccount: ({ errors }) => errors.code === 'email-taken',
  join: ({ query }, body, options) => call(addSchoolToAccount, { query, body }, options),
})
