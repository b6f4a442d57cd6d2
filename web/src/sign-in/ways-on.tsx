/** Links to the pages beside signing in; each appears once its page is built. */
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

/** Only where people may open an account themselves; `isNext` where they seem to have none. */
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
