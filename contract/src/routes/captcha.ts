/**
 * Declares the captcha: a proof of work (ALTCHA) that the browser solves without the user, or the widget of a vendor when
 * one is configured. Callers with few requests need no captcha; the cost grows with the number of requests.
 */
import * as v from 'valibot'
import { fields, text } from '../fields.ts'
import { captchaValueMaxLength } from '../shared-values.ts'
import { defineRoute } from './route.ts'

/** The challenge of the ALTCHA library, version 2, with its own names. */
export const captchaChallenge = v.looseObject({
  parameters: v.looseObject({}),
  signature: v.string(),
})
export type CaptchaChallenge = v.InferOutput<typeof captchaChallenge>

/** The actions of a captcha: the limit of each route that takes a solution. */
export const captchaActions = [
  'users_fetch',
  'login',
  'otp_send',
  'otp_verify',
  'sign_up',
  'social',
  'forgot_password',
  'help_request',
] as const

/** `recaptcha` is version 3, which answers with a score; `recaptcha-invisible` is version 2. */
export const captchaVendors = ['turnstile', 'hcaptcha', 'recaptcha', 'recaptcha-invisible'] as const
export type CaptchaVendor = (typeof captchaVendors)[number]

/** The parameters of a vendor's widget; the solution is valid only for this action, if the vendor supports actions. */
export const vendorChallenge = fields({
  vendor: v.picklist(captchaVendors),
  siteKey: text(128),
  action: v.pipe(text(32), v.regex(/^[a-z_]+$/)),
})
export type VendorChallenge = v.InferOutput<typeof vendorChallenge>

/** The solution: base64 of the JSON `{challenge, solution}`, or the token of the vendor (product 3). */
export const captcha = fields({
  value: text(captchaValueMaxLength),
  type: v.literal('invisible', 'Must be invisible'),
})
export type Captcha = v.InferOutput<typeof captcha>

export const getCaptchaChallenge = defineRoute({
  method: 'GET',
  path: '/api/auth/captcha/challenge',
  summary:
    'Get a captcha challenge to solve in advance; the difficulty grows with the requests of this address',
  access: 'none',
  limit: 'captcha',
  isBare: true,
  /** A challenge without an action is valid where a captcha is due at times, not where one always is. */
  query: fields({ action: v.optional(v.picklist(captchaActions, 'Unknown action')) }),
  result: captchaChallenge,
  /** `not-found` when a vendor's captcha is configured: it has no challenge to solve in advance. */
  errors: ['invalid-request', 'not-found', 'too-many-attempts'],
})
