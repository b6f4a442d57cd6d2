/** Makes the proof of an account a history entry of its own, so that Back leads to the form. */
import { useEffect, useEffectEvent } from 'react'
import { own } from '../../api/storage/browser-storage.ts'

/** Calls `onLeave` when the browser goes Back. Returns a function that does so too, and takes the entry away. */
export function useLinkEntry(onLeave: () => void): () => void {
  const left = useEffectEvent(() => {
    if (!isLinkEntry()) onLeave()
  })
  useEffect(() => {
    // A reload keeps the entry.
    if (!isLinkEntry()) history.pushState({ ...history.state, isLinking: true }, '')
    addEventListener('popstate', left)
    return () => removeEventListener('popstate', left)
  }, [])
  return () => (isLinkEntry() ? history.back() : onLeave())
}

/** This history entry shows the proof of an account. */
export function isLinkEntry(): boolean {
  return own(history.state, 'isLinking') === true
}
