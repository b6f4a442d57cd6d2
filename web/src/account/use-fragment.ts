import { useCallback, useSyncExternalStore } from 'react'

const changed = 'foyer:fragment'

/**
 * Returns the fragment of the address and a function that sets the fragment. The function keeps the state of the history
 * entry.
 */
export function useFragment(): [string, (fragment: string, how: 'push' | 'replace') => void] {
  const fragment = useSyncExternalStore(
    subscribe,
    () => location.hash.slice(1),
    () => '',
  )
  const go = useCallback((next: string, how: 'push' | 'replace') => {
    const { pathname, search } = location
    history[`${how}State`](history.state, '', `${pathname}${search}${next && `#${next}`}`)
    dispatchEvent(new Event(changed))
  }, [])
  return [fragment, go]
}

function subscribe(listener: () => void): () => void {
  const events = ['popstate', 'hashchange', changed]
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}
