/** Declares the sign-up of a school with its first user (product 7.4). */
import * as v from 'valibot'
import { passwordsDiffer } from '../field-faults.ts'
import * as field from '../fields.ts'
import { firstName, lastName, schoolName } from '../names.ts'
import { isTypedTwice, optionalPasswordTwice, passwordPaths, passwordTwice } from '../new-passwords.ts'
import { schoolTypes } from '../school-types.ts'
import { signUpSourceMaxLength } from '../shared-values.ts'
import { accountProof, accountProofRoute } from './account-proof.ts'
import { captcha } from './captcha.ts'
import { defineRoute } from './route.ts'
import { session } from './sign-in.ts'
import { utmParams } from './sign-up.ts'

const application = {
  schoolName,
  schoolType: v.picklist(schoolTypes, 'Choose a type'),
  /** The ids of a listed country and of one of its states; null if the country has no states. */
  countryId: field.uuid,
  stateId: v.nullable(field.uuid),
  /** The contact person of the school, who becomes its first user. */
  firstName,
  lastName,
  email: field.email,
  captcha: v.optional(captcha),
  /** The source of the visit, in the order of product 5. */
  source: field.requiredText(signUpSourceMaxLength),
  utmParams,
}

export const signUpSchool = defineRoute({
  method: 'POST',
  path: '/api/schools/signup',
  summary: 'Sign a school up with a new account as its first user',
  access: 'none',
  /** Shares its counter with the sign-up of users, so that an attacker cannot use both to learn more about an email. */
  limit: 'sign-up',
  captcha: 'when-due',
  isIdempotent: true,
  query: field.callerQuery,
  body: v.pipe(
    field.fields({ ...application, ...passwordTwice }),
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
    'sign-up-failed',
    'too-many-attempts',
    'overloaded',
  ],
})

export const addSchoolToAccount = defineRoute({
  ...accountProofRoute,
  path: '/api/schools/signup/with-account',
  summary: 'Sign a school up with an account that exists, after a proof of it',
  body: v.pipe(
    field.fields({
      ...application,
      /** A code must have the purpose `school_sign_up`. */
      proof: accountProof,
      ...optionalPasswordTwice,
    }),
    v.forward(v.partialCheck(passwordPaths, isTypedTwice, passwordsDiffer), ['password2']),
  ),
})
