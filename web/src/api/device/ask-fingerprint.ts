import { wantsFingerprint } from './device-id.ts'

let isAsked = false

/** Goes into the headers of later calls, if it comes in time for the first. */
export async function askFingerprint(): Promise<void> {
  if (isAsked || !wantsFingerprint()) return
  isAsked = true
  const { takeOwnFingerprint } = await import('./fingerprint.ts').catch(() => ({ takeOwnFingerprint: null }))
  await takeOwnFingerprint?.()
}
