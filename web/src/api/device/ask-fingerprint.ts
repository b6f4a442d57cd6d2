import { wantsFingerprint } from './device-id.ts'

let taking: Promise<void> | null = null

/**
 * Starts to compute the fingerprint. Requests carry the fingerprint if it is ready before the first request, so a request that
 * no user waits for waits for the returned promise.
 */
export function askFingerprint(): Promise<void> {
  if (!taking && wantsFingerprint()) taking = takeFingerprint()
  return taking ?? Promise.resolve()
}

async function takeFingerprint(): Promise<void> {
  const { takeOwnFingerprint } = await import('./fingerprint.ts').catch(() => ({ takeOwnFingerprint: null }))
  await takeOwnFingerprint?.()
}
