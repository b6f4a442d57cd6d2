import type { ReactNode, SyntheticEvent } from 'react'
import { withPageQuery } from './page-query.ts'

type EntryLinkProps = { href: string; className?: string; typed: () => string; children: ReactNode }

/** Links to another entry page and carries the query and what the user typed (Spec 2.3). */
export function EntryLink({ href, typed, children, ...rest }: EntryLinkProps) {
  // The query is unknown while rendering, and the typed text before the click.
  function carry(event: SyntheticEvent<HTMLAnchorElement>) {
    event.currentTarget.href = withPageQuery(href, typed().trim())
  }
  return (
    <a {...rest} href={href} onPointerDown={carry} onClick={carry}>
      {children}
    </a>
  )
}
