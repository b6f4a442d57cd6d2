import type { RenderedPageName } from '@foyer/contract/pages'
import { useEffect, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import './shared-bar.css'

const sharedUser = lazyComponent(() => import('./shared-user.tsx'), 'SharedUser')

/** Holds the bar of a shared computer with a signed-in user. The early script makes room for it in the first paint. */
export function SharedBar({ page }: { page: RenderedPageName }) {
  const [isShared, setShared] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the previous page may have signed the user in or out.
  useEffect(() => {
    const read = () => setShared(window.foyer.markShared())
    read()
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [page])
  const SharedUser = useLazyComponent(sharedUser, isShared, true)
  return (
    <aside className="shared-bar" aria-label="Shared computer">
      {isShared && SharedUser && <SharedUser />}
    </aside>
  )
}
