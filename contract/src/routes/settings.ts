/** Declares the settings of a user: password and preferences (product 3, 7.2). */
import * as v from 'valibot'
import { passwordsDiffer } from '../field-faults.ts'
import * as field from '../fields.ts'
import { isTypedTwice, passwordPaths, passwordTwice } from '../new-passwords.ts'
import { language } from '../shared-values.ts'
import { defineRoute } from './route.ts'

export const changePassword = defineRoute({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Set another password, or a first one; every other session of the user ends',
  access: 'own-session',
  limit: 'change-password',
  body: v.pipe(
    field.fields({
      currentPassword: v.optional(field.typedPassword),
      /** For an account without a password; the code must have the purpose `set_password`. */
      token: v.optional(field.token),
      otp: v.optional(field.otp),
      ...passwordTwice,
    }),
    v.forward(
      v.check(
        ({ currentPassword, token, otp }) =>
          currentPassword === undefined
            ? token !== undefined && otp !== undefined
            : token === undefined && otp === undefined,
        field.required,
      ),
      ['currentPassword'],
    ),
    v.forward(v.partialCheck(passwordPaths, isTypedTwice, passwordsDiffer), ['password2']),
  ),
  errors: [
    'invalid-request',
    'password-wrong',
    'password-not-set',
    'password-same',
    'password-common',
    'password-personal',
    'otp-wrong',
    'otp-expired',
    'session-ended',
    'no-access',
    'too-many-attempts',
    'account-locked',
    'overloaded',
  ],
})

export const getOwnPassword = defineRoute({
  method: 'GET',
  path: '/api/auth/users/password',
  summary: 'Get whether you have a password, and where the code to set a first one goes',
  access: 'own-session',
  limit: 'settings',
  result: field.fields({
    hasPassword: v.boolean(),
    /** The email or phone number that receives codes; null if the account has a password, or no such contact. */
    codeContact: v.nullable(v.string()),
  }),
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})

const timezone = v.pipe(field.text(64), v.check(field.isTimeZone, 'Must be a time zone like Asia/Kolkata'))

const agreed = v.boolean('Must be true or false')

/** The user's consents. They change only at Foyer: a platform's session can only read them. */
const agreements = {
  marketingEmails: agreed,
  productEmails: agreed,
  /** Without this consent, analytics stores nothing about the user. */
  analyticsConsent: agreed,
}
export const agreementNames = /* @__PURE__ */ Object.keys(agreements) as (keyof typeof agreements)[]

export const settings = field.fields({
  language: v.picklist([language], `Must be ${language}`),
  /** An IANA name, such as Asia/Kolkata. */
  timezone,
  ...agreements,
  profileVisibility: v.picklist(['public', 'private'], 'Must be public or private'),
})
export type Settings = v.InferOutput<typeof settings>

export const getSettings = defineRoute({
  method: 'GET',
  path: '/api/auth/users/settings',
  summary: 'Get your own settings',
  access: 'bearer',
  result: settings,
  errors: ['session-ended', 'no-access'],
})

export const putSettings = defineRoute({
  method: 'PUT',
  path: '/api/auth/users/settings',
  summary: 'Replace your own settings',
  access: 'bearer',
  limit: 'settings',
  body: settings,
  result: settings,
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})
