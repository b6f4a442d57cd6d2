import type { ReactNode } from 'react'
import { LiveRegions } from '../feedback/live-regions.tsx'
import './page-shell.css'
import { ToastRegion } from '../feedback/toast.tsx'

type PageShellProps = {
  layout: 'card' | 'split' | 'bare'
  header: ReactNode
  footer: ReactNode
  /** Beside the form where the layout is split; wide screens only. */
  panel?: ReactNode
  children: ReactNode
}

/** A fragment in the address would be a history entry, and steps are history entries. */
function skipToMain(event: { preventDefault(): void }): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** The landmarks of every page, in the order they are read. */
export function PageShell({ layout, header, footer, panel, children }: PageShellProps) {
  return (
    <div className={`page page-${layout}`}>
      {/* biome-ignore lint/a11y/useValidAnchor: without script it is the plain link it looks like. */}
      <a className="skip-link" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      {header}
      <main className="page-main" id="main" tabIndex={-1}>
        {children}
      </main>
      {footer}
      {layout === 'split' && panel}
      <LiveRegions />
      <ToastRegion />
    </div>
  )
}
