/**
 * The captcha: a proof of work (ALTCHA) that a browser solves by itself. Nobody is shown a puzzle; whoever asks very
 * often pays with computing time.
 */
import * as v from 'valibot'
import { fields, text } from './fields.ts'
import { captchaValueMaxLength } from './limits.ts'
import { defineRoute } from './route.ts'

/** As the ALTCHA library makes it, version 2; its names are its own. */
export const captchaChallenge = v.looseObject({
  parameters: v.looseObject({}),
  signature: v.string(),
})
export type CaptchaChallenge = v.InferOutput<typeof captchaChallenge>

/** The solution: base64 of the JSON `{challenge, solution}` (Spec 3). */
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
  result: captchaChallenge,
  errors: ['too-many-attempts'],
})
