import { LinkPage } from './link-page.tsx'

/** For who was invited to the closed beta: signed in as soon as they have a password (Spec 2.1). */
export function BetaPasswordPage() {
  return <LinkPage purpose="beta" />
}
