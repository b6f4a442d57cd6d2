/** Links to the pages beside signing in; each appears once its page is built. */
import type { MouseEvent } from 'react'
import { handOn } from '../flow/identifier-query.ts'
import { usePage } from '../platforms/page-context.ts'

/** Carries the identifier and the rest of the query, so that nothing is typed twice or lost (Spec 2.3). */
export function ForgotPasswordLink({ identifier }: { identifier: () => string }) {
  const href = usePage().paths.forgotPassword
  if (!href) return null
  function carry(event: MouseEvent<HTMLAnchorElement>) {
    event.currentTarget.href = handOn(`${href}`, identifier().trim())
  }
  return (
    <p className="form-row-end">
      <a href={href} onClick={carry}>
        Forgot Password?
      </a>
    </p>
  )
}

/** Only where people may open an account themselves. */
export function SignUpLink() {
  const href = usePage().paths.signUp
  if (!href) return null
  return (
    <p className="form-foot">
      New here? <a href={href}>Sign up for free</a>
    </p>
  )
}
