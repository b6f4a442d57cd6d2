/** The one policy of this page (Trusted Types) for addresses of scripts; any other address is refused. */
import { captchaScripts } from './captcha-scripts.ts'
import workerUrl from './captcha-worker.ts?worker&url'

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
  if (!allowed.has(url)) throw new TypeError('This script has no place here')
  return url
}
