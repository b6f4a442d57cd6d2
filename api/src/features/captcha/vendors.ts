/** Lists the captcha vendors: their verification URLs, the data in a token, and the sources that a page must allow. */
import type { CaptchaVendor } from '@foyer/contract/routes/captcha'
import type { CaptchaSources } from '../../kernel/http/security-headers.ts'

type VendorRow = {
  verifyUrl: string
  /** True if a verified token names the action that it was made for. */
  hasAction: boolean
  hasScore: boolean
}

const recaptchaUrl = 'https://www.google.com/recaptcha/api/siteverify'

export const vendorRows: Record<CaptchaVendor, VendorRow> = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    hasAction: true,
    hasScore: false,
  },
  hcaptcha: { verifyUrl: 'https://api.hcaptcha.com/siteverify', hasAction: false, hasScore: false },
  recaptcha: { verifyUrl: recaptchaUrl, hasAction: true, hasScore: true },
  'recaptcha-invisible': { verifyUrl: recaptchaUrl, hasAction: false, hasScore: false },
}

const turnstile = ['https://challenges.cloudflare.com']
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const recaptcha = {
  script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
}

/** The sources that each vendor documents. */
export const vendorSources: Record<CaptchaVendor, CaptchaSources> = {
  turnstile: { script: turnstile, frame: turnstile },
  hcaptcha: { script: hcaptcha, frame: hcaptcha, style: hcaptcha, connect: hcaptcha },
  recaptcha,
  'recaptcha-invisible': recaptcha,
}
