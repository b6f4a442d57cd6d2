import type { ReactNode, SyntheticEvent } from 'react'
import { carriedQuery } from './carried-query.ts'

type WayOnProps = { href: string; className?: string; typed: () => string; children: ReactNode }

/** Links to another entry page and carries the query and what the user typed (Spec 2.3). */
export function WayOn({ href, typed, children, ...rest }: WayOnProps) {
  // The query is unknown while rendering, and the typed text before the click.
  function carry(event: SyntheticEvent<HTMLAnchorElement>) {
    event.currentTarget.href = carriedQuery(href, typed().trim())
  }
  return (
    <a {...rest} href={href} onPointerDown={carry} onClick={carry}>
      {children}
    </a>
  )
}
