import type { ReactNode } from 'react'
import './arcade.css'
import './page-shell.css'

type PageShellProps = {
  layout: 'card' | 'split'
  header: ReactNode
  footer: ReactNode
  /** Shown next to the form in the split layout, on wide screens only. */
  panel?: ReactNode
  toast: ReactNode
  children: ReactNode
}

/** Focuses the content by script, because a fragment in the address would add a history entry between those of the steps. */
function skipToMain(event: { preventDefault(): void }): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

export function PageShell({ layout, header, footer, panel, toast, children }: PageShellProps) {
  return (
    <div className={`page page-${layout}`}>
      {/* biome-ignore lint/a11y/useValidAnchor: without script it works as a plain link. */}
      <a className="skip-link" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      {header}
      <main className="page-main" id="main" tabIndex={-1}>
        {/* page-document.ts fills this element; React does not touch it. */}
        <noscript />
        {children}
      </main>
      {footer}
      {layout === 'split' && panel}
      {toast}
    </div>
  )
}
