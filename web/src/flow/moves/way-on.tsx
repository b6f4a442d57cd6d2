import type { ReactNode, SyntheticEvent } from 'react'
import { carriedQuery } from './carried-query.ts'

type WayOnProps = { href: string; className?: string; typed: () => string; children: ReactNode }

/** A link to another way in, which carries the query and what was typed: nothing is lost or asked twice (Spec 2.3). */
export function WayOn({ href, typed, children, ...rest }: WayOnProps) {
  // The query is not known while rendering; what is typed is not before the click.
  function carry(event: SyntheticEvent<HTMLAnchorElement>) {
    event.currentTarget.href = carriedQuery(href, typed().trim())
  }
  return (
    <a {...rest} href={href} onPointerDown={carry} onClick={carry}>
      {children}
    </a>
  )
}
