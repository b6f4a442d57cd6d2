import type { RenderedPageName } from '@foyer/contract/pages'
import { useEffect, useState } from 'react'
import { usePage } from '../platforms/page-context.ts'
import { confirmLogout } from '../session/logout-confirmation.ts'
import './shared-bar.css'

/**
 * Names the signed-in user of a shared computer, and signs everybody out with one tap. The early script shows the bar in
 * the first paint, and style sheets draw the name until this component has it.
 */
export function SharedBar({ page }: { page: RenderedPageName }) {
  const { platform } = usePage()
  const [name, setName] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the previous page may have signed the user in or out.
  useEffect(() => {
    const read = () => setName(window.foyer.showSharedUser())
    read()
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [page])
  return (
    <aside className="shared-bar" aria-label="Shared computer">
      <span>
        You are <bdi className="shared-bar-name">{name}</bdi>.
      </span>{' '}
      <a href={`/logout-everywhere?platform=${platform}`} onClick={confirmLogout}>
        Not you? Sign out everywhere here
      </a>
    </aside>
  )
}
