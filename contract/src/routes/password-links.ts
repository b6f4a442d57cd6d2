/** Declares the links that set a password: reset links and invitations (product 2.1, 7.2). */
import * as v from 'valibot'
import { passwordsDiffer } from '../field-faults.ts'
import * as field from '../fields.ts'
import { isTypedTwice, passwordPaths, passwordTwice } from '../new-passwords.ts'
import { paramMaxLength } from '../shared-values.ts'
import { captcha } from './captcha.ts'
import { defineRoute } from './route.ts'
import { session } from './sign-in.ts'

/** Links for `reset` and `create` have a signed timestamp in their path; links for `beta` have none. */
export const linkPurposes = ['reset', 'create', 'beta'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

const linkToken = v.pipe(field.text(paramMaxLength), v.minLength(1, field.required))
const linkParams = field.fields({
  uuid: field.uuid,
  token: linkToken,
  /** Milliseconds since 1970, for information only: the database decides when the link expires. */
  timestamp: v.pipe(field.text(16), v.regex(/^[0-9]{1,16}$/, 'Must be digits')),
})
const inviteParams = field.fields({ id: field.uuid, token: linkToken })

const newPassword = v.pipe(
  field.fields(passwordTwice),
  v.forward(v.partialCheck(passwordPaths, isTypedTwice, passwordsDiffer), ['password2']),
)

/**
 * The owner of a link, as the link's page may show it: the address that received the link, masked like
 * 'a•••@example.com'.
 */
export const linkOwner = field.fields({
  email: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  product: field.product,
  platform: field.platform,
})
export type LinkOwner = v.InferOutput<typeof linkOwner>

/** The contacts with which the user can now sign in, unmasked. */
const signInWith = field.fields({ email: v.nullable(v.string()), phoneNumber: v.nullable(v.string()) })

/** The refusal of an expired or used link contains its owner's masked address in `fieldErrors.account`. */
const linkErrors = [
  'invalid-request',
  'link-expired',
  'link-used',
  'link-invalid',
  'too-many-attempts',
] as const
const passwordErrors = ['password-common', 'password-personal', 'overloaded'] as const

/** The link in a page's path, valid or not. */
const oldLink = field.fields({
  purpose: v.picklist(linkPurposes, 'Unknown purpose'),
  uuid: field.uuid,
  token: linkToken,
  timestamp: v.optional(linkParams.entries.timestamp),
})

export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Send a link that sets a new password; the answer does not reveal whether the account exists',
  access: 'none',
  limit: 'forgot-password',
  captcha: 'when-due',
  query: field.callerQuery,
  body: v.pipe(
    field.fields({
      /**
       * Exactly one of these three is required. `link` sends the link's owner a new link of the same kind, even if the
       * old one has expired or was used.
       */
      email: v.optional(field.email),
      phone: v.optional(field.identifier),
      link: v.optional(oldLink),
      product: field.product,
      /** The platform of the form; defaults to the product's default role. */
      platform: v.optional(field.platform),
      /** The user's choice or the browser's guess; used for national phone numbers only. */
      countryCode: v.optional(field.countryCode),
      captcha: v.optional(captcha),
    }),
    v.forward(
      v.check(
        ({ email, phone, link }) => [email, phone, link].filter((value) => value !== undefined).length === 1,
        'Send one of email, phone and link',
      ),
      ['email'],
    ),
  ),
  errors: [
    'invalid-request',
    'contact-invalid',
    'phone-invalid',
    'country-code-needed',
    'sms-unavailable',
    'captcha-needed',
    'captcha-refused',
    'too-many-attempts',
    'overloaded',
  ],
})

export const checkResetLink = defineRoute({
  method: 'GET',
  path: '/api/auth/reset-password/:uuid/:token/:timestamp',
  summary: 'Get the owner of a valid reset link, without using it',
  access: 'none',
  limit: 'password-links',
  params: linkParams,
  result: linkOwner,
  errors: linkErrors,
})

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/reset-password/:uuid/:token/:timestamp',
  summary: 'Use the reset link and set the password; every session of the user ends',
  access: 'none',
  limit: 'password-links',
  params: linkParams,
  body: newPassword,
  result: signInWith,
  errors: [...linkErrors, ...passwordErrors],
})

export const checkCreateLink = defineRoute({
  method: 'GET',
  path: '/api/auth/create-password/:uuid/:token/:timestamp',
  summary: 'Get the owner of a valid invitation, without using it',
  access: 'none',
  limit: 'password-links',
  params: linkParams,
  result: linkOwner,
  errors: linkErrors,
})

export const createPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/create-password/:uuid/:token/:timestamp',
  summary: 'Use the invitation: set the first password and become a member',
  access: 'none',
  limit: 'password-links',
  params: linkParams,
  body: newPassword,
  result: signInWith,
  errors: [...linkErrors, ...passwordErrors],
})

export const checkBetaInvite = defineRoute({
  method: 'GET',
  path: '/api/auth/closed-beta/users/:id/verify/:token',
  summary: 'Get the owner of an invitation to the closed beta, without using it',
  access: 'none',
  limit: 'password-links',
  params: inviteParams,
  result: field.fields({ ...linkOwner.entries, firstName: v.string() }),
  errors: linkErrors,
})

export const acceptBetaInvite = defineRoute({
  method: 'POST',
  path: '/api/auth/closed-beta/users/:id/verify/:token',
  summary: 'Use the invitation: set the password and sign in',
  access: 'none',
  limit: 'password-links',
  params: inviteParams,
  body: newPassword,
  result: session,
  errors: [...linkErrors, ...passwordErrors, 'second-factor-needed', 'enrolment-needed'],
})
