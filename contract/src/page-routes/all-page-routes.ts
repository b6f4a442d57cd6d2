/** Lists every page-like route in the order of /docs. Keys are operation ids. */
import type { PageRoute } from './page-route.ts'
import { finishSocialSignIn, startSocialSignIn, takeSocialForm } from './social-pages.ts'

export const pageOperations: Readonly<Record<string, PageRoute>> = {
  startSocialSignIn,
  finishSocialSignIn,
  takeSocialForm,
}

export const allPageRoutes: readonly PageRoute[] = Object.values(pageOperations)
