import type { ReactNode } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Door } from '../../ui/page/door.tsx'
import '../../ui/feedback/handover.css'

type EntryCardProps = {
  /** Called when the user starts to use the form. */
  onNear: () => void
  children: ReactNode
}

/** Shows the card of an entry page. A signed-in user sees the door instead, while the browser opens the platform. */
export function EntryCard({ onNear, children }: EntryCardProps) {
  const takingYou = useTakingYou()
  return (
    <>
      <div className="handover">
        <PageSpinner text={takingYou}>
          <Door />
        </PageSpinner>
      </div>
      <div className="handover-open" data-text={takingYou} aria-hidden="true">
        <Door />
      </div>
      <div className="unless-signed-in" onInput={onNear} onPointerDown={onNear}>
        <Card>{children}</Card>
      </div>
    </>
  )
}

export function useTakingYou(): string {
  return `Taking you to ${usePage().brand.displayName}…`
}
