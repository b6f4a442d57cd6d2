import { wantsFingerprint } from './device-id.ts'

let isAsked = false

/** Starts to compute the fingerprint. Requests carry the fingerprint if it is ready before the first request. */
export async function askFingerprint(): Promise<void> {
  if (isAsked || !wantsFingerprint()) return
  isAsked = true
  const { takeOwnFingerprint } = await import('./fingerprint.ts').catch(() => ({ takeOwnFingerprint: null }))
  await takeOwnFingerprint?.()
}
