/** Solves the service's puzzles in a worker, so that the page stays quick. Fetched when the first one is due. */
import type { Captcha } from '@foyer/contract/captcha'
import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import workerUrl from './captcha-worker.ts?worker&url'

const solveWithinMs = 60_000

type ScriptPolicy = { createScriptURL(url: string): unknown }
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy
}

let policy: ScriptPolicy | null = null

/** null where it could not be solved: no workers, out of time, or given up. */
export async function solveCaptcha(challenge: unknown, signal?: AbortSignal): Promise<Captcha | null> {
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
  return new Worker(trusted(workerUrl) as string, { type: 'module' })
}

/** The only script address this policy lets pass. */
function trusted(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('app', { createScriptURL: () => workerUrl }) ?? null
  return policy ? policy.createScriptURL(url) : url
}
