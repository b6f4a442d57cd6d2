/**
 * Solves the service's puzzles in a worker, so that the page stays quick, or has a vendor's widget do it. Fetched when
 * the first one is due.
 */
import { type Captcha, vendorChallenge } from '@foyer/contract/routes/captcha'
import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import { is } from 'valibot'
import workerUrl from './captcha-worker.ts?worker&url'
import { runVendorWidget } from './run-vendor-widget.ts'
import { trustedScriptUrl } from './trusted-script-url.ts'

const solveWithinMs = 60_000

/** null where it could not be solved: no workers, a script blocked, out of time, or given up. */
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
