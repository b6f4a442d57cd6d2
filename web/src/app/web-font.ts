/** Loads the web font for the next page when the browser is idle. This page neither waits for the font nor changes with it. */
import { writeText } from '../api/storage/browser-storage.ts'
import { fontKey } from '../api/storage/storage-keys.ts'

/**
 * Loads the font by script: a style sheet would send the page's first address as the referrer, whatever the policy, and
 * that address may contain a token.
 */
export function keepWebFont(path: string | null): void {
  if (!path || 'font' in document.documentElement.dataset) return
  const load = () =>
    fetch(path, { priority: 'low' })
      .then(async (answer) => {
        await answer.blob()
        if (answer.ok) writeText('localStorage', fontKey, path)
      })
      .catch(() => {})
  ;(window.requestIdleCallback ?? setTimeout)(load)
}
