/** Declares how the user of a form other than sign-in proves that an account is theirs. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { session } from './sign-in.ts'

/** The account's password, or token and code of `sendOtp` with the purpose of the form. */
export const accountProof = v.pipe(
  field.fields({
    password: v.optional(field.typedPassword),
    token: v.optional(field.token),
    otp: v.optional(field.otp),
  }),
  v.check(
    ({ password, token, otp }) =>
      password === undefined
        ? token !== undefined && otp !== undefined
        : token === undefined && otp === undefined,
    'Send either password, or token and otp',
  ),
)

/** What all routes share that add something to an account after its proof. */
export const accountProofRoute = {
  method: 'POST',
  access: 'none',
  /** A wrong proof counts as a wrong sign-in. */
  limit: 'login',
  captcha: 'when-due',
  isIdempotent: true,
  query: field.callerQuery,
  result: session,
  errors: [
    'invalid-request',
    'wrong-credentials',
    'otp-wrong',
    'otp-expired',
    'email-taken',
    'password-common',
    'password-personal',
    'captcha-needed',
    'captcha-refused',
    'sign-up-failed',
    'too-many-attempts',
    'account-locked',
    'overloaded',
  ],
} as const
