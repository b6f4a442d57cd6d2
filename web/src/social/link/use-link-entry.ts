/** Adds a history entry for the proof of an account, so that Back leads to the form. */
import { useEffect, useEffectEvent } from 'react'
import { own } from '../../api/storage/browser-storage.ts'

/** Calls `onLeave` when the browser goes Back. The returned function goes back, too, which removes the entry. */
export function useLinkEntry(onLeave: () => void): () => void {
  const left = useEffectEvent(() => {
    if (!isLinkEntry()) onLeave()
  })
  useEffect(() => {
    // After a reload the entry already exists.
    if (!isLinkEntry()) history.pushState({ ...history.state, isLinking: true }, '')
    addEventListener('popstate', left)
    return () => removeEventListener('popstate', left)
  }, [])
  return () => (isLinkEntry() ? history.back() : onLeave())
}

/** Returns true if this history entry shows the proof of an account. */
export function isLinkEntry(): boolean {
  return own(history.state, 'isLinking') === true
}
