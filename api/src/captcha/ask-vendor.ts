/** Asks a captcha vendor about a token (their `siteverify`), and judges the answer. */
import { captchaValueMaxLength } from '@foyer/contract/limits'
import * as v from 'valibot'
import type { VendorCaptchaSettings } from '../config/config.ts'
import { boundedPost } from '../outbound/bounded-post.ts'
import { vendorRows } from './vendors.ts'

const answerMs = 3_000
const answerMaxBytes = 65_536
/** How old a token may be, and how far a vendor's clock may be ahead of ours. */
const tokenMaxAgeMs = 300_000
const clockAheadMs = 60_000

export type Verdict =
  | { kind: 'genuine' }
  | { kind: 'refused' }
  /** The vendor did not tell, or something is wrong with our settings there. */
  | { kind: 'away'; reason: string }

const verified = v.looseObject({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  challenge_ts: v.optional(v.string()),
  action: v.optional(v.string()),
  score: v.optional(v.number()),
  'error-codes': v.optional(v.array(v.string()), []),
})
type Verified = v.InferOutput<typeof verified>

/** Faults that no token can bring about: by what comes with a token nobody may switch the vendor off. */
const ownFaults = /^(missing|invalid)-input-secret$|^internal-error$|^invalid-keys$/

/** What the vendors' tokens are made of. */
const tokenPattern = /^[\w.\-|=+/]+$/

export async function askVendor(
  settings: VendorCaptchaSettings,
  token: string,
  expected: { hostname: string; action: string },
): Promise<Verdict> {
  if (token.length > captchaValueMaxLength || !tokenPattern.test(token)) return { kind: 'refused' }
  const { vendor, secret, siteKey } = settings
  const form = new URLSearchParams({ secret, response: token })
  // hCaptcha takes tokens of any of one's sites where it is not told which.
  if (vendor === 'hcaptcha') form.set('sitekey', siteKey)
  const answer = await post(settings, form)
  if (!('success' in answer)) return answer
  if (answer.success) return { kind: isMeant(settings, answer, expected) ? 'genuine' : 'refused' }
  const fault = answer['error-codes'].find((code) => ownFaults.test(code))
  return fault === undefined ? { kind: 'refused' } : { kind: 'away', reason: `it says ${fault.slice(0, 64)}` }
}

async function post(
  { vendor, verifyUrl }: VendorCaptchaSettings,
  form: URLSearchParams,
): Promise<Verified | Exclude<Verdict, { kind: 'genuine' }>> {
  try {
    const { status, text } = await boundedPost({
      url: verifyUrl ?? vendorRows[vendor].verifyUrl,
      body: form,
      timeoutMs: answerMs,
      maxBytes: answerMaxBytes,
    })
    // Some answer 400 for a bad token, with the usual body.
    const read = status < 500 ? v.safeParse(verified, parseJson(text)) : undefined
    if (read?.success) return read.output
    // Of a token it cannot even read it may say so in any form; of us, it does in these.
    const isAboutUs = status < 400 || status >= 500 || [401, 403, 404, 408, 429].includes(status)
    return isAboutUs ? { kind: 'away', reason: `it answered ${status}` } : { kind: 'refused' }
  } catch (error) {
    return { kind: 'away', reason: (error as Error).message }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Made on our pages, just now, for this and by no machine, as far as this vendor tells. */
function isMeant(
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
