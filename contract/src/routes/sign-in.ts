/** Declares the look-up of a user and the sign-in with a password (product 2.3, 3, 7.2). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { captcha } from './captcha.ts'
import { defineRoute } from './route.ts'

const isoTime = v.pipe(v.string(), v.isoTimestamp())

/**
 * The result of a look-up (product 3). Fields that an anonymous caller may not see are null. `uuid` identifies the user
 * at sign-in. If the name is hidden, `uuid` is the id of the contact, or a random id for an unknown user.
 */
export const userDetails = field.fields({
  hasPassword: v.boolean(),
  phoneNumber: v.nullable(v.string()),
  email: v.nullable(v.string()),
  uuid: field.uuid,
  fullName: v.nullable(v.string()),
  profile: field.fields({ picture: v.nullable(v.string()) }),
})
export type UserDetails = v.InferOutput<typeof userDetails>

/** The user of a session (product 3). */
export const user = field.fields({
  uuid: field.uuid,
  email: v.nullable(v.string()),
  /** True once the user has verified the email; false without an email. A sign-up verifies nothing. */
  isEmailVerified: v.boolean(),
  firstName: v.string(),
  lastName: v.nullable(v.string()),
  fullName: v.string(),
})
export type User = v.InferOutput<typeof user>

/** The result of a sign-in (product 3). */
export const session = field.fields({
  accessToken: field.token,
  refreshToken: field.token,
  user,
  platform: field.platform,
  /** The user has no second factor, and this platform asks for one from this time on; null if nothing is to be set up. */
  enrolBy: v.optional(v.nullable(isoTime)),
})
export type Session = v.InferOutput<typeof session>

export const findUser = defineRoute({
  method: 'POST',
  path: '/api/auth/users/fetch',
  summary: 'Look a user up for the sign-in form',
  access: 'none',
  limit: 'users-fetch',
  captcha: 'when-due',
  body: field.fields({
    userId: field.identifier,
    product: field.product,
    /** The platform of the form; defaults to the product's default platform. */
    platform: v.optional(field.platform),
    /** The user's choice or the browser's guess; used for national phone numbers only. */
    countryCode: v.optional(field.countryCode),
    captcha: v.optional(captcha),
  }),
  result: userDetails,
  errors: [
    'invalid-request',
    'contact-invalid',
    'phone-invalid',
    'country-code-needed',
    'user-not-found',
    'number-not-found',
    'captcha-needed',
    'captcha-refused',
    'too-many-attempts',
  ],
})

/** Identifier-first forms send the uuid of the look-up; forms with email and password send the email (product 3). */
const credentials = v.pipe(
  field.fields({
    uuid: v.optional(field.uuid),
    email: v.optional(field.email),
    password: field.typedPassword,
    product: field.product,
    platform: v.optional(field.platform),
    captcha: v.optional(captcha),
  }),
  v.forward(
    v.check(({ uuid, email }) => (uuid === undefined) !== (email === undefined), 'Send either uuid or email'),
    ['uuid'],
  ),
)

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/sso/login',
  summary: 'Sign in with a password',
  access: 'none',
  limit: 'login',
  captcha: 'when-due',
  query: field.callerQuery,
  body: credentials,
  result: session,
  errors: [
    'invalid-request',
    'wrong-credentials',
    'second-factor-needed',
    'enrolment-needed',
    'no-membership',
    'captcha-needed',
    'captcha-refused',
    'too-many-attempts',
    'account-locked',
    'overloaded',
  ],
})
