/** Where captcha vendors have their scripts; nothing else of theirs is ever loaded by us. */
import type { CaptchaVendor } from '@foyer/contract/routes/captcha'

const recaptcha = 'https://www.google.com/recaptcha/api.js?render=explicit&trustedtypes=true'

export const captchaScripts: Record<CaptchaVendor, { url: string; global: string }> = {
  turnstile: {
    url: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    global: 'turnstile',
  },
  hcaptcha: { url: 'https://js.hcaptcha.com/1/api.js?render=explicit', global: 'hcaptcha' },
  recaptcha: { url: recaptcha, global: 'grecaptcha' },
  'recaptcha-invisible': { url: recaptcha, global: 'grecaptcha' },
}
