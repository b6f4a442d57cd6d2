import type { ReactNode } from 'react'
import { usePage } from '../platforms/page-context.ts'
import { Card } from '../ui/card.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import '../ui/taking-you.css'

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
