/** Links to the pages beside signing in; each appears once its page is built. */
import type { MouseEvent } from 'react'
import { usePage } from '../platforms/page-context.ts'

/** Carries the identifier, so that nobody types it twice (Spec 2.3). */
export function ForgotPasswordLink({ identifier }: { identifier: () => string }) {
  const href = usePage().paths.forgotPassword
  if (!href) return null
  function carry(event: MouseEvent<HTMLAnchorElement>) {
    const typed = identifier().trim()
    const name = typed.includes('@') ? 'email' : 'phoneNumber'
    event.currentTarget.href = typed ? `${href}&${new URLSearchParams({ [name]: typed })}` : `${href}`
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
