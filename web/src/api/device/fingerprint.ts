/** Computes the browser's fingerprint for the device id. Loaded when the user starts to use a form, never waited for. */
import { hashComponents, loadSources, prepareForSources, sources } from '@fingerprintjs/fingerprintjs'
import { takeFingerprint } from './device-id.ts'

/**
 * Excluded: sources that write a document into a frame, which the page's policy refuses, and those that differ between two
 * visits of one browser (another screen, a blocker switched on). `cookiesEnabled` does both: it writes a cookie, which a
 * browser refuses inside a frame of another site.
 */
const excludedSources = ['fontPreferences', 'screenFrame', 'domBlockers', 'cookiesEnabled'] as const

/** Replaces the library's `load`, which takes all sources and sometimes reports to its vendor. */
export async function takeOwnFingerprint(): Promise<void> {
  await prepareForSources()
  const components = await loadSources(sources, { cache: {}, debug: false }, excludedSources)()
  takeFingerprint(hashComponents(components))
}
