/** Which vendor's captcha stands in for our puzzles, read from the environment by config.ts. */
import { type CaptchaVendor, captchaVendors } from '@foyer/contract/routes/captcha'

export type VendorCaptchaSettings = {
  vendor: CaptchaVendor
  /** Known to every browser. */
  siteKey: string
  secret: string
  /** In place of the vendor's own address, for stand-ins. */
  verifyUrl: string | null
  /** Of reCAPTCHA 3, from 0 (surely a machine) to 1. */
  minScore: number
}

type Environment = Record<string, string | undefined>

export function readVendorCaptcha(env: Environment, faults: string[]): VendorCaptchaSettings | null {
  const chosen = env.CAPTCHA || 'on'
  if (chosen === 'on' || chosen === 'off') return null
  const vendor = captchaVendors.find((one) => one === chosen)
  if (!vendor) {
    faults.push(`CAPTCHA must be one of on, off, ${captchaVendors.join(', ')}`)
    return null
  }
  const { CAPTCHA_SITE_KEY: siteKey = '', CAPTCHA_SECRET: secret = '', CAPTCHA_VERIFY_URL: verifyUrl } = env
  const minScore = Number(env.CAPTCHA_MIN_SCORE || '0.5')
  if (!/^[\w-]{1,128}$/.test(siteKey)) faults.push(`CAPTCHA_SITE_KEY must be the site key of ${vendor}`)
  if (!/^[\x21-\x7e]+$/.test(secret)) faults.push(`CAPTCHA_SECRET must be the secret key of ${vendor}`)
  if (verifyUrl && !/^https?:$/.test(URL.parse(verifyUrl)?.protocol ?? ''))
    faults.push('CAPTCHA_VERIFY_URL must be an http or https address')
  if (!(minScore >= 0 && minScore <= 1)) faults.push('CAPTCHA_MIN_SCORE must be a number from 0 to 1')
  return { vendor, siteKey, secret, verifyUrl: verifyUrl || null, minScore }
}
