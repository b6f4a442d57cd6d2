import { wantsFingerprint } from './device-id.ts'

let isAsked = false

/** Starts the fingerprint, for the headers of all calls if it is done before the first. */
export async function askFingerprint(): Promise<void> {
  if (isAsked || !wantsFingerprint()) return
  isAsked = true
  const { takeOwnFingerprint } = await import('./fingerprint.ts').catch(() => ({ takeOwnFingerprint: null }))
  await takeOwnFingerprint?.()
}
