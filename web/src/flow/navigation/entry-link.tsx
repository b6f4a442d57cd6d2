import type { ReactNode, SyntheticEvent } from 'react'
import { withPageQuery } from './page-query.ts'

type EntryLinkProps = { href: string; className?: string; typed: () => string; children: ReactNode }

/** Links to another entry page. The link carries the query and what the user typed (product 2.3). */
export function EntryLink({ href, typed, children, ...rest }: EntryLinkProps) {
  // Sets the query on click: the server renders the link without a query, and the user may still be typing.
  function carry(event: SyntheticEvent<HTMLAnchorElement>) {
    event.currentTarget.href = withPageQuery(href, typed().trim())
  }
  return (
    <a {...rest} href={href} onPointerDown={carry} onClick={carry}>
      {children}
    </a>
  )
}
