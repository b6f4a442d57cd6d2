/** Links from sign-in to forgot password and sign-up, if the platform has those pages. */
import { EntryLink } from '../flow/navigation/entry-link.tsx'
import { usePage } from '../platforms/page-context.ts'

type LinkProps = { identifier: () => string }

export function ForgotPasswordLink({ identifier }: LinkProps) {
  const href = usePage().paths.forgotPassword
  if (!href) return null
  return (
    <p className="form-row-end">
      <EntryLink href={href} typed={identifier}>
        Forgot Password?
      </EntryLink>
    </p>
  )
}

/** Shown if users may create an account themselves. `isNext` emphasizes the link for a user who seems to have no account. */
export function SignUpLink({ identifier, isNext }: LinkProps & { isNext?: boolean }) {
  const href = usePage().paths.signUp
  if (!href) return null
  const link = (className: string) => (
    <EntryLink href={href} className={className} typed={identifier}>
      Sign up for free
    </EntryLink>
  )
  return isNext ? link('button button-secondary') : <p className="form-foot">New here? {link('')}</p>
}
