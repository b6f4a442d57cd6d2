import { WayOn } from '../flow/moves/way-on.tsx'
import { usePage } from '../platforms/page-context.ts'

/** For who has an account already. */
export function SignInLink({ email }: { email: string }) {
  const { paths } = usePage()
  return (
    <p className="form-foot">
      Have an account?{' '}
      <WayOn href={paths.signIn} typed={() => email}>
        Sign in instead
      </WayOn>
    </p>
  )
}
