/** Loads the web font for the next page, once the browser is idle: nothing on this page waits for it or changes with it. */
import { writeText } from '../api/storage/browser-storage.ts'
import { fontKey } from '../api/storage/storage-keys.ts'

/** A style sheet would name the page's first address as the referrer, whatever the policy: it may have a token in it. */
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
