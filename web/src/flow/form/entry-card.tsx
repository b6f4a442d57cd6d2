import type { ReactNode } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Card } from '../../ui/page/card.tsx'
import '../../ui/feedback/taking-you.css'

type EntryCardProps = {
  /** Somebody is at the form. */
  onNear: () => void
  children: ReactNode
}

/** The card of a way in; who is signed in already sees a word of where they are taken instead. */
export function EntryCard({ onNear, children }: EntryCardProps) {
  return (
    <>
      <div className="taking-you">
        <PageSpinner text={useTakingYou()} />
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
