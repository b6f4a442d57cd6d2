/** Loads the code of a component when it is needed. Once loaded, it renders at once, on the server too. */
import { type ComponentType, useEffect, useState } from 'react'

export type LazyComponent<P> = {
  load: () => Promise<ComponentType<P>>
  loaded: () => ComponentType<P> | null
}

/** `name` is the export of the module that is the component. */
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

/** Attempts while the browser is online, before the page gives up. */
const maxTries = 3

/**
 * Returns the component, or null while it loads or is not `wanted`. A failed load is repeated, offline once the browser is
 * online again. The last failure is thrown to the nearest error boundary, unless the page can do without (`isExtra`).
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
