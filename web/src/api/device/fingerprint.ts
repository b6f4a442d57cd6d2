/** Asks the browser's fingerprint for the device identifier. Fetched when somebody is at a form, and never waited for. */
import { hashComponents, loadSources, prepareForSources, sources } from '@fingerprintjs/fingerprintjs'
import { takeFingerprint } from './device-id.ts'

/**
 * Left out: what writes a document into a frame, which our policy refuses, and what differs between two visits of one
 * browser (a window on another screen, a blocker switched on).
 */
const leftOut = ['fontPreferences', 'screenFrame', 'domBlockers'] as const

/** The library's own `load` would take all of them, and now and then tell its makers. */
export async function takeOwnFingerprint(): Promise<void> {
  await prepareForSources()
  const components = await loadSources(sources, { cache: {}, debug: false }, leftOut)()
  takeFingerprint(hashComponents(components))
}
