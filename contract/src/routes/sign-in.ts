/** Looking a person up and signing in with a password (Spec 2.3, 3, 7.2). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { captcha } from './captcha.ts'
import { defineRoute } from './route.ts'

/**
 * User details look-up result (Spec 3). What a stranger may not see is null. `uuid` is for signing in: where the name is
 * hidden it is the id of the contact, or made up.
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

/** The user of a session (Spec 3). */
export const user = field.fields({
  uuid: field.uuid,
  email: v.nullable(v.string()),
  /** Whether the user has proven that the address is theirs; false where there is none. A sign-up proves nothing. */
  isEmailVerified: v.boolean(),
  firstName: v.string(),
  lastName: v.nullable(v.string()),
  fullName: v.string(),
})
export type User = v.InferOutput<typeof user>

/** Session or login result (Spec 3). */
export const session = field.fields({
  accessToken: field.token,
  refreshToken: field.token,
  user,
  platform: field.platform,
})
export type Session = v.InferOutput<typeof session>

export const findUser = defineRoute({
  method: 'POST',
  path: '/api/auth/users/fetch',
  summary: 'User details for the sign-in form',
  access: 'none',
  limit: 'users-fetch',
  captcha: 'when-due',
  body: field.fields({
    userId: field.identifier,
    product: field.product,
    /** Where the form stands; without it the product's default role. */
    platform: v.optional(field.platform),
    /** Guessed by the browser; used for national phone numbers only. */
    countryCode: v.optional(field.countryCode),
    captcha: v.optional(captcha),
  }),
  result: userDetails,
  errors: [
    'invalid-request',
    'user-not-found',
    'country-code-needed',
    'captcha-needed',
    'captcha-refused',
    'too-many-attempts',
  ],
})

/** Identifier forms send the uuid of the look-up, email forms the email (Spec 3). */
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
    v.check(
      (given) => (given.uuid === undefined) !== (given.email === undefined),
      'Send either uuid or email',
    ),
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
    'captcha-needed',
    'captcha-refused',
    'too-many-attempts',
    'account-locked',
    'overloaded',
  ],
})
