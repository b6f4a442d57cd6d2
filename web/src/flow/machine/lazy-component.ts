/** A component whose code comes when it is needed. Once it is there it renders at once, on the server too. */
import { type ComponentType, useEffect, useState } from 'react'

export type LazyComponent<P> = {
  load: () => Promise<ComponentType<P>>
  loaded: () => ComponentType<P> | null
}

export function lazyComponent<P>(fetchIt: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let ready: ComponentType<P> | null = null
  let coming: Promise<ComponentType<P>> | null = null
  async function fetchOnce() {
    try {
      ready = await fetchIt()
      return ready
    } finally {
      coming = null
    }
  }
  return {
    load: async () => {
      if (ready) return ready
      coming ??= fetchOnce()
      return coming
    },
    loaded: () => ready,
  }
}

/** Tries that fail while the browser is online, before the page gives up. */
const maxTries = 3

/**
 * null while it is on its way or not `wanted`. A lost request is asked for again, offline once the browser is back; what
 * does not come at all is thrown to the nearest error boundary, unless it `isExtra`: then the page goes on without.
 */
export function useLazyComponent<P>(
  part: LazyComponent<P>,
  wanted: boolean,
  isExtra = false,
): ComponentType<P> | null {
  const [component, setComponent] = useState(part.loaded)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!wanted || component) return
    let isWaiting = true
    let tries = 0
    function fetchIt(): void {
      part.load().then(
        (loaded) => isWaiting && setComponent(() => loaded),
        (error) => isWaiting && tryAgain(error),
      )
    }
    function tryAgain(error: unknown): void {
      if (!navigator.onLine) addEventListener('online', fetchIt, { once: true })
      else if (++tries < maxTries) setTimeout(fetchIt, tries * 1000)
      else setFailure(error ?? new Error('The code of this page did not come'))
    }
    fetchIt()
    return () => {
      isWaiting = false
      removeEventListener('online', fetchIt)
    }
  }, [part, wanted, component])
  if (failure && !isExtra) throw failure
  return component
}
