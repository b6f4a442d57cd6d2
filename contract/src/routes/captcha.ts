/**
 * The captcha: a proof of work (ALTCHA) that a browser solves by itself, or the widget of a vendor where one is
 * configured. Whoever asks rarely meets neither; whoever asks very often pays.
 */
import * as v from 'valibot'
import { fields, text } from '../fields.ts'
import { captchaValueMaxLength } from '../limits.ts'
import { defineRoute } from './route.ts'

/** As the ALTCHA library makes it, version 2; its names are its own. */
export const captchaChallenge = v.looseObject({
  parameters: v.looseObject({}),
  signature: v.string(),
})
export type CaptchaChallenge = v.InferOutput<typeof captchaChallenge>

/** What a captcha can be for: the limit of each route that takes a solution. */
export const captchaActions = [
  'users_fetch',
  'login',
  'otp_send',
  'otp_verify',
  'sign_up',
  'forgot_password',
] as const

/** `recaptcha` is version 3, which scores; `recaptcha-invisible` is version 2. */
export const captchaVendors = ['turnstile', 'hcaptcha', 'recaptcha', 'recaptcha-invisible'] as const
export type CaptchaVendor = (typeof captchaVendors)[number]

/** What a vendor's widget is started with; a solution is good for this action alone, where the vendor knows any. */
export const vendorChallenge = fields({
  vendor: v.picklist(captchaVendors),
  siteKey: text(128),
  action: v.pipe(text(32), v.regex(/^[a-z_]+$/)),
})
export type VendorChallenge = v.InferOutput<typeof vendorChallenge>

/** The solution: base64 of the JSON `{challenge, solution}`, or the vendor's token (Spec 3). */
export const captcha = fields({
  value: text(captchaValueMaxLength),
  type: v.literal('invisible', 'Must be invisible'),
})
export type Captcha = v.InferOutput<typeof captcha>

export const getCaptchaChallenge = defineRoute({
  method: 'GET',
  path: '/api/auth/captcha/challenge',
  summary: 'A puzzle to solve ahead; its difficulty grows with how often this address asks',
  access: 'none',
  limit: 'captcha',
  isBare: true,
  /** Without an action it is good wherever a captcha is due at times, and not where one always is. */
  query: fields({ action: v.optional(v.picklist(captchaActions, 'Unknown action')) }),
  result: captchaChallenge,
  /** Not found where a vendor's captcha is set up: there is nothing to solve ahead. */
  errors: ['invalid-request', 'not-found', 'too-many-attempts'],
})
