import { SignInLink } from '../flow/sent-link/sign-in-link.tsx'
import { usePage } from '../platforms/page-context.ts'

/** Links back to the account for a signed-in user, else to sign-in with the typed email. */
export function WayBack({ isSignedIn, email }: { isSignedIn: boolean; email: string }) {
  const { platform } = usePage()
  if (!isSignedIn) return <SignInLink identifier={email}>Back to sign in</SignInLink>
  return (
    <p className="form-foot">
      <a href={`/account?platform=${platform}`}>Back to your account</a>
    </p>
  )
}
