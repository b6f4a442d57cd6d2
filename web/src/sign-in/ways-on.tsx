/** Links from sign-in to other entry pages, if the platform has them. */
import { WayOn } from '../flow/moves/way-on.tsx'
import { usePage } from '../platforms/page-context.ts'

type WayProps = { identifier: () => string }

export function ForgotPasswordLink({ identifier }: WayProps) {
  const href = usePage().paths.forgotPassword
  if (!href) return null
  return (
    <p className="form-row-end">
      <WayOn href={href} typed={identifier}>
        Forgot Password?
      </WayOn>
    </p>
  )
}

/** Shown if users may create an account themselves; `isNext` if this user seems to have none. */
export function SignUpLink({ identifier, isNext }: WayProps & { isNext?: boolean }) {
  const href = usePage().paths.signUp
  if (!href) return null
  const link = (className: string) => (
    <WayOn href={href} className={className} typed={identifier}>
      Sign up for free
    </WayOn>
  )
  return isNext ? link('button button-secondary') : <p className="form-foot">New here? {link('')}</p>
}
