/**
 * Solves captcha challenges in workers, which keeps the page responsive, or with a vendor's widget. The page loads this
 * module with the first challenge.
 */
import { type Captcha, vendorChallenge } from '@foyer/contract/routes/captcha'
import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import { is } from 'valibot'
import workerUrl from './captcha-worker.ts?worker&url'
import { runVendorWidget } from './run-vendor-widget.ts'
import { trustedScriptUrl } from './trusted-script-url.ts'

const solveWithinMs = 60_000

/** Returns null if the challenge was not solved: workers unavailable, script blocked, timeout or abort. */
export async function solveCaptcha(challenge: unknown, signal?: AbortSignal): Promise<Captcha | null> {
  if (is(vendorChallenge, challenge)) {
    const value = await runVendorWidget(challenge, signal)
    return value === null ? null : { value, type: 'invisible' }
  }
  const controller = new AbortController()
  signal?.addEventListener('abort', () => controller.abort(), { once: true })
  try {
    const solution = await solveChallengeWorkers({
      challenge: challenge as Challenge,
      concurrency: Math.min(2, navigator.hardwareConcurrency || 1),
      createWorker,
      controller,
      timeout: solveWithinMs,
    })
    if (!solution) return null
    return { value: btoa(JSON.stringify({ challenge, solution })), type: 'invisible' }
  } catch {
    return null
  }
}

function createWorker(): Worker {
  return new Worker(trustedScriptUrl(workerUrl) as string, { type: 'module' })
}
