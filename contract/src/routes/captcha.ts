/**
 * Declares the captcha: a proof of work (ALTCHA) that the browser solves without the user, or the widget of a
 * configured vendor. Callers with few requests need no captcha; the work grows with the number of requests.
 */
import * as v from 'valibot'
import { fields, text } from '../fields.ts'
import { captchaValueMaxLength } from '../shared-values.ts'
import { defineRoute } from './route.ts'

/** The challenge of the ALTCHA library, version 2, in the library's spelling. */
export const captchaChallenge = v.looseObject({
  parameters: v.looseObject({}),
  signature: v.string(),
})
export type CaptchaChallenge = v.InferOutput<typeof captchaChallenge>

/** The actions of a captcha: the limits of the routes that accept a solution. */
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

/** `recaptcha` is version 3, which returns a score; `recaptcha-invisible` is version 2. */
export const captchaVendors = ['turnstile', 'hcaptcha', 'recaptcha', 'recaptcha-invisible'] as const
export type CaptchaVendor = (typeof captchaVendors)[number]

/** The parameters of a vendor's widget. If the vendor supports actions, the solution is valid only for this action. */
export const vendorChallenge = fields({
  vendor: v.picklist(captchaVendors),
  siteKey: text(128),
  action: v.pipe(text(32), v.regex(/^[a-z_]+$/)),
})
export type VendorChallenge = v.InferOutput<typeof vendorChallenge>

/** The solution: base64 of the JSON `{challenge, solution}`, or the vendor's token (product 3). */
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
  /**
   * A challenge without an action is valid on routes that sometimes require a captcha, not on routes that always do.
   */
  query: fields({ action: v.optional(v.picklist(captchaActions, 'Unknown action')) }),
  result: captchaChallenge,
  /** `not-found` if a vendor's captcha is configured, because its challenges cannot be fetched in advance. */
  errors: ['invalid-request', 'not-found', 'too-many-attempts'],
})
