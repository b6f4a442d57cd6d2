import type { Platform } from '@foyer/contract/platforms'
import { useEffect, useRef } from 'react'
import { readStoredAuth } from '../../session/stored-auth.ts'

/** Starts the handover of a signed-in user when the page opens. */
export function useSignedIn(platform: Platform, state: string, onSignedIn: () => void): void {
  const stateNow = useRef(state)
  useEffect(() => {
    stateNow.current = state
    const isLeaving = state === 'handingOver' || (state !== 'stopped' && readStoredAuth(platform))
    if (!isLeaving) delete document.documentElement.dataset.signedIn
  }, [state, platform])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, at the start of the page.
  useEffect(() => {
    if (readStoredAuth(platform)) onSignedIn()
    const reloadWhenBack = (event: PageTransitionEvent) => {
      if (event.persisted && stateNow.current === 'handingOver') location.reload()
    }
    addEventListener('pageshow', reloadWhenBack)
    return () => removeEventListener('pageshow', reloadWhenBack)
  }, [])
}
