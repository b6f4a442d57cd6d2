import { LinkPage } from './link-page.tsx'

/** For who was invited to a platform (Spec 2.1). */
export function CreatePasswordPage() {
  return <LinkPage purpose="create" />
}
