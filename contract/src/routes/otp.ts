/** Declares one-time codes by email and SMS (product 2.3, 3, 7.2). */
import * as v from 'valibot'
import { channels } from '../contact.ts'
import * as field from '../fields.ts'
import { captcha } from './captcha.ts'
import { defineRoute } from './route.ts'
import { session, user } from './sign-in.ts'

/** The purposes of a code. A code is valid only for the purpose for which it was sent. */
export const otpPurposes = [
  'login',
  'sign_up',
  'school_sign_up',
  'social_link',
  'set_password',
  'step_up',
] as const

/** The purposes of codes that prove an account by its email in a form that looks up no user. */
const proofPurposes: readonly string[] = ['sign_up', 'school_sign_up', 'social_link']

export function isProofPurpose(purpose: string): boolean {
  return proofPurposes.includes(purpose)
}

/**
 * Three kinds of requests. `token`: sends the code of this challenge again. `medium` and `user`: sends the first code,
 * to sign in, to set a first password or to prove a session again. `email`: sends a code that proves this account, to add
 * a platform, school or social account to it.
 */
const sendBody = v.pipe(
  field.fields({
    token: v.optional(field.token),
    medium: v.optional(v.picklist(channels, 'Unknown medium')),
    /** `both`, with the medium `sms`, sends the code by email too if the user has a verified email. */
    channel: v.optional(v.literal('both', 'Unknown channel')),
    purpose: v.optional(v.picklist(otpPurposes, 'Unknown purpose')),
    user: v.optional(field.uuid),
    email: v.optional(field.email),
    captcha: v.optional(captcha),
  }),
  v.forward(
    v.check(
      (given) => isOneRequest(given),
      'Send either token, or medium, purpose and user, or medium email, purpose sign_up, school_sign_up or social_link, and email',
    ),
    ['token'],
  ),
)

type SendFields = {
  token?: string | undefined
  medium?: string | undefined
  purpose?: string | undefined
} & {
  user?: string | undefined
  email?: string | undefined
}

function isOneRequest({ token, medium, purpose, user, email }: SendFields): boolean {
  if (token !== undefined) return [medium, purpose, user, email].every((given) => given === undefined)
  return isProofPurpose(purpose ?? '')
    ? medium === 'email' && email !== undefined && user === undefined
    : medium !== undefined && purpose !== undefined && user !== undefined && email === undefined
}

export const sendOtp = defineRoute({
  method: 'POST',
  path: '/api/auth/users/otp',
  summary: 'Send a one-time code, or send it again',
  access: 'none',
  limit: 'otp-send',
  captcha: 'when-due',
  query: field.callerQuery,
  body: sendBody,
  result: field.fields({
    token: field.token,
    /** The earliest time of another code, in ISO 8601. */
    resendAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
  errors: [
    'invalid-request',
    'otp-too-soon',
    'otp-expired',
    'sms-country',
    'sms-unavailable',
    'captcha-needed',
    'captcha-refused',
    'too-many-attempts',
    'account-locked',
    'overloaded',
  ],
})

export const verifyOtp = defineRoute({
  method: 'POST',
  path: '/api/auth/users/otp/verify',
  summary: 'Sign in with a one-time code',
  access: 'none',
  limit: 'otp-verify',
  captcha: 'when-due',
  query: field.callerQuery,
  body: field.fields({
    universalToken: v.literal(true, 'Must be true'),
    token: field.token,
    otp: field.otp,
    platform: v.optional(field.platform),
    captcha: v.optional(captcha),
  }),
  result: field.fields({ universal: session, user }),
  errors: [
    'invalid-request',
    'otp-wrong',
    'otp-expired',
    'second-factor-needed',
    'enrolment-needed',
    'no-membership',
    'password-needed',
    'captcha-needed',
    'captcha-refused',
    'too-many-attempts',
    'account-locked',
    'overloaded',
  ],
})
