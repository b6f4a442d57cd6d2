/** Declares how a user proves an existing account in forms other than sign-in. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { session } from './sign-in.ts'

export const passwordOrCode = {
  password: v.optional(field.typedPassword),
  token: v.optional(field.token),
  otp: v.optional(field.otp),
} as const

/** The account's password, or the token and code of a `sendOtp` with the form's purpose. */
export const accountProof = v.pipe(
  field.fields(passwordOrCode),
  v.check(
    ({ password, token, otp }) =>
      password === undefined
        ? token !== undefined && otp !== undefined
        : token === undefined && otp === undefined,
    'Send either password, or token and otp',
  ),
)

/** The common parts of all routes that add something to a proven account. */
export const accountProofRoute = {
  method: 'POST',
  access: 'none',
  /** A wrong proof counts like a wrong sign-in. */
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
    'second-factor-needed',
    'enrolment-needed',
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
