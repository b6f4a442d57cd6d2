/** Verifies a captcha token with its vendor (`siteverify`), and checks the vendor's answer. */
import { captchaValueMaxLength } from '@foyer/contract/shared-values'
import * as v from 'valibot'
import type { VendorCaptchaSettings } from '../../kernel/config/config.ts'
import { boundedCall } from '../../kernel/outbound/bounded-call.ts'
import { vendorRows } from './vendors.ts'

const answerMs = 3_000
const answerMaxBytes = 65_536
const tokenMaxAgeMs = 300_000
/** Tolerates a vendor's clock that is this much fast. */
const clockAheadMs = 60_000

type Verdict =
  | { kind: 'genuine' }
  | { kind: 'refused' }
  /** The vendor gave no verdict, or our settings at the vendor are wrong. */
  | { kind: 'unavailable'; reason: string }

const verified = v.looseObject({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  challenge_ts: v.optional(v.string()),
  action: v.optional(v.string()),
  score: v.optional(v.number()),
  'error-codes': v.optional(v.array(v.string()), []),
})
type Verified = v.InferOutput<typeof verified>

/** Error codes that a token cannot cause. A caller must not be able to open the circuit breaker with a token. */
const ownFaults = /^(missing|invalid)-input-secret$|^internal-error$|^invalid-keys$/

/** The characters that vendors' tokens contain. */
const tokenPattern = /^[\w.\-|=+/]+$/

export async function askVendor(
  settings: VendorCaptchaSettings,
  token: string,
  expected: { hostname: string; action: string },
): Promise<Verdict> {
  if (token.length > captchaValueMaxLength || !tokenPattern.test(token)) return { kind: 'refused' }
  const { vendor, secret, siteKey } = settings
  const form = new URLSearchParams({ secret, response: token })
  // Without a site key, hCaptcha accepts tokens of any site of the account.
  if (vendor === 'hcaptcha') form.set('sitekey', siteKey)
  const answer = await post(settings, form)
  if (!('success' in answer)) return answer
  if (answer.success) return { kind: isForThisRequest(settings, answer, expected) ? 'genuine' : 'refused' }
  const fault = answer['error-codes'].find((code) => ownFaults.test(code))
  return fault === undefined
    ? { kind: 'refused' }
    : { kind: 'unavailable', reason: `it reports ${fault.slice(0, 64)}` }
}

async function post(
  { vendor, verifyUrl }: VendorCaptchaSettings,
  form: URLSearchParams,
): Promise<Verified | Exclude<Verdict, { kind: 'genuine' }>> {
  try {
    const { status, text } = await boundedCall(verifyUrl ?? vendorRows[vendor].verifyUrl, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(answerMs),
      maxBytes: answerMaxBytes,
    })
    // Some vendors answer 400 with the usual body for a bad token.
    const read = status < 500 ? v.safeParse(verified, parseJson(text)) : undefined
    if (read?.success) return read.output
    // A vendor may refuse an unreadable token with any other 4xx. These statuses report a fault of the vendor or of our
    // settings.
    const isNotAboutToken = status < 400 || status >= 500 || [401, 403, 404, 408, 429].includes(status)
    return isNotAboutToken ? { kind: 'unavailable', reason: `it answered ${status}` } : { kind: 'refused' }
  } catch (error) {
    return { kind: 'unavailable', reason: (error as Error).message }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Checks host, age, action and score of a verified token, as far as the vendor reports them. */
function isForThisRequest(
  { vendor, minScore }: VendorCaptchaSettings,
  { hostname, challenge_ts: solvedAt = '', action, score }: Verified,
  expected: { hostname: string; action: string },
): boolean {
  const { hasAction, hasScore } = vendorRows[vendor]
  const age = Date.now() - Date.parse(solvedAt)
  return (
    hostname === expected.hostname &&
    age <= tokenMaxAgeMs &&
    age >= -clockAheadMs &&
    (!hasAction || action === expected.action) &&
    (!hasScore || (score ?? 0) >= minScore)
  )
}
