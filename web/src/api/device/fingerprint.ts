/** Computes the browser's fingerprint for the device id. Loaded when the user starts to use a form; no request waits for it. */
import { hashComponents, loadSources, prepareForSources, sources } from '@fingerprintjs/fingerprintjs'
import { takeFingerprint } from './device-id.ts'

/**
 * Two kinds of sources are excluded: sources that write a document into a frame, which the page's policy refuses, and
 * sources that change between visits of one browser (another screen, a blocker switched on). `cookiesEnabled` is of both
 * kinds: it writes a cookie, which a browser refuses in a frame of another site.
 */
const excludedSources = ['fontPreferences', 'screenFrame', 'domBlockers', 'cookiesEnabled'] as const

/** Replaces the library's `load`, which uses all sources and sometimes reports to the vendor. */
export async function takeOwnFingerprint(): Promise<void> {
  await prepareForSources()
  const components = await loadSources(sources, { cache: {}, debug: false }, excludedSources)()
  takeFingerprint(hashComponents(components))
}
