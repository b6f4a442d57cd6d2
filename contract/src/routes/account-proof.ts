/** Declares the proof that an account belongs to the user of a form that is no sign-in. */
import * as v from 'valibot'
import * as field from '../fields.ts'

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
