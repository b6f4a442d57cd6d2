/** Runs the calls of sign-up. */
import { joinPlatform, signUp } from '@foyer/contract/routes/sign-up'
import { call } from '../api/call.ts'
import { applicantOf, personFields } from '../flow/sign-up-steps/fields.ts'
import { signUpEffectsOf } from '../flow/sign-up-steps/sign-up-effects.ts'

export const effects = signUpEffectsOf({
  purpose: 'sign_up',
  done: 'signedIn',
  applicantOf: (draft) => applicantOf(personFields, draft),
  signUp: ({ platform, query }, request, options) =>
    call(signUp, { query, body: { ...request, tokenType: 1, platform } }, options),
  // Without `account` in the refusal, the account already has access to this platform and the user signs in instead
  // (product 8).
  hasAccount: ({ errors }) => errors.code === 'email-taken' && errors.account !== undefined,
  join: ({ platform, query }, request, options) =>
    call(joinPlatform, { query, body: { ...request, platform } }, options),
})
