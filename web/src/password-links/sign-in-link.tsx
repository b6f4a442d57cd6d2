import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { handOn } from '../flow/identifier-query.ts'
import { usePage } from '../platforms/page-context.ts'

type SignInLinkProps = { identifier: string | null; children: ReactNode }

/** Back to sign in, with what was typed and the rest of the query. */
export function SignInLink({ identifier, children }: SignInLinkProps) {
  const { paths } = usePage()
  const [href, setHref] = useState(paths.signIn)
  useEffect(() => setHref(handOn(paths.signIn, identifier ?? '')), [paths, identifier])
  return (
    <p className="form-foot">
      <a href={href} onClick={carry}>
        {children}
      </a>
    </p>
  )

  /** What stands in the field may not have been sent. */
  function carry(event: MouseEvent<HTMLAnchorElement>): void {
    const input = document.querySelector<HTMLInputElement>('#username:not([readonly])')
    if (input) event.currentTarget.href = handOn(paths.signIn, input.value.trim())
  }
}
