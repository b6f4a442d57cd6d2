/** Loads the code of a component on demand. A loaded component renders at once, on the server too. */
import { type ComponentType, useEffect, useState } from 'react'

export type LazyComponent<P> = {
  load: () => Promise<ComponentType<P>>
  loaded: () => ComponentType<P> | null
}

/** `name` is the name of the component's export. */
export function lazyComponent<N extends string, P>(
  loadModule: () => Promise<{ [Name in N]: ComponentType<P> }>,
  name: N,
): LazyComponent<P> {
  let ready: ComponentType<P> | null = null
  let loading: Promise<ComponentType<P>> | null = null
  async function loadOnce() {
    try {
      ready = (await loadModule())[name]
      return ready
    } finally {
      loading = null
    }
  }
  return {
    load: async () => {
      if (ready) return ready
      loading ??= loadOnce()
      return loading
    },
    loaded: () => ready,
  }
}

/** Attempts before the page gives up; failures while offline do not count. */
const maxTries = 3

/**
 * Returns the component, or null while the component loads or is not `wanted`. A failed load is repeated; while offline,
 * the hook waits for the network. The last failure is thrown to the nearest error boundary, unless the page works without
 * the component (`isExtra`).
 */
export function useLazyComponent<P>(
  part: LazyComponent<P>,
  wanted: boolean,
  isExtra = false,
): ComponentType<P> | null {
  const [arrived, setComponent] = useState(part.loaded)
  const component = arrived ?? (wanted ? part.loaded() : null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!wanted || component) return
    let isWaiting = true
    let tries = 0
    function load(): void {
      part.load().then(
        (loaded) => isWaiting && setComponent(() => loaded),
        (error) => isWaiting && tryAgain(error),
      )
    }
    function tryAgain(error: unknown): void {
      if (!navigator.onLine) addEventListener('online', load, { once: true })
      else if (++tries < maxTries) setTimeout(load, tries * 1000)
      else setFailure(error)
    }
    load()
    return () => {
      isWaiting = false
      removeEventListener('online', load)
    }
  }, [part, wanted, component])
  if (failure && !isExtra) throw failure
  return component
}
