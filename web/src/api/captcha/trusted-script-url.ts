/** Lists the scripts of captcha vendors, and declares the Trusted Types policy that refuses all other scripts. */
import type { CaptchaVendor } from '@foyer/contract/routes/captcha'
import workerUrl from './captcha-worker.ts?worker&url'

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

type ScriptPolicy = { createScriptURL(url: string): unknown }
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy
}

const allowed = new Set([workerUrl, ...Object.values(captchaScripts).map(({ url }) => url)])

let policy: ScriptPolicy | null = null

export function trustedScriptUrl(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('app', { createScriptURL: allowedOnly }) ?? null
  return policy ? policy.createScriptURL(url) : allowedOnly(url)
}

function allowedOnly(url: string): string {
  if (!allowed.has(url)) throw new TypeError('The policy of this page refuses this script')
  return url
}
