import { LinkPage } from './link-page.tsx'

/** For who forgot the password they had (Spec 2.1). */
export function ResetPasswordPage() {
  return <LinkPage purpose="reset" />
}
