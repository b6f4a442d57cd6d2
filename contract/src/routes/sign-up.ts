/** Declares the sign-up, by which a user opens an account (product 2.4, 3, 5, 7.2). */
import * as v from 'valibot'
import { passwordsDiffer } from '../field-faults.ts'
import * as field from '../fields.ts'
import { firstName, lastName } from '../names.ts'
import { isTypedTwice, optionalPasswordTwice, passwordPaths, passwordTwice } from '../new-passwords.ts'
import { signUpSourceMaxLength, signUpTokenType } from '../shared-values.ts'
import { accountProof, accountProofRoute } from './account-proof.ts'
import { captcha } from './captcha.ts'
import { defineRoute } from './route.ts'
import { session } from './sign-in.ts'

const utmValue = v.optional(field.text(signUpSourceMaxLength))

/** The campaign parameters in the URL of the visit's first page (product 3). */
export const utmParams = field.fields({
  utmSource: utmValue,
  utmMedium: utmValue,
  utmCampaign: utmValue,
  utmTerm: utmValue,
  utmContent: utmValue,
})
export type UtmParams = v.InferOutput<typeof utmParams>

const application = {
  firstName,
  lastName,
  email: field.email,
  /** Always required at `signUp`: a request without a solution is refused with the challenge to solve. */
  captcha: v.optional(captcha),
  platform: field.platform,
  /** The source of the visit, in the order of product 5. */
  source: field.requiredText(signUpSourceMaxLength),
  utmParams,
}

export const signUp = defineRoute({
  method: 'POST',
  path: '/api/auth/signup',
  summary: 'Open an account and a session on a platform that is open to sign-up',
  access: 'none',
  limit: 'sign-up',
  captcha: 'when-due',
  isIdempotent: true,
  query: field.callerQuery,
  body: v.pipe(
    field.fields({
      ...application,
      ...passwordTwice,
      tokenType: v.literal(signUpTokenType, `Must be ${signUpTokenType}`),
    }),
    v.forward(v.partialCheck(passwordPaths, isTypedTwice, passwordsDiffer), ['password2']),
  ),
  result: session,
  errors: [
    'invalid-request',
    'email-taken',
    'password-common',
    'password-personal',
    'captcha-needed',
    'captcha-refused',
    'no-access',
    'sign-up-failed',
    'too-many-attempts',
    'overloaded',
  ],
})

export const joinPlatform = defineRoute({
  ...accountProofRoute,
  path: '/api/auth/signup/with-account',
  summary: 'Add a platform that is open to sign-up to an account that exists, after a proof of it',
  body: v.pipe(
    field.fields({
      ...application,
      /** A code must have the purpose `sign_up`. */
      proof: accountProof,
      ...optionalPasswordTwice,
    }),
    v.forward(v.partialCheck(passwordPaths, isTypedTwice, passwordsDiffer), ['password2']),
  ),
  errors: [...accountProofRoute.errors, 'no-access'],
})
