/** Lists every page-like route in the order of /docs. Keys are operation ids. */
import {
  authorize,
  decideAuthorization,
  decideOnDevice,
  enterDeviceCode,
  finishAuthorization,
  postAuthorize,
  postSignOutRequest,
  requestSignOut,
  showDevicePage,
} from './openid-pages.ts'
import type { PageRoute } from './page-route.ts'
import { finishSocialSignIn, startSocialSignIn, takeSocialForm } from './social-pages.ts'

export const pageOperations: Readonly<Record<string, PageRoute>> = {
  startSocialSignIn,
  finishSocialSignIn,
  takeSocialForm,
  authorize,
  postAuthorize,
  finishAuthorization,
  decideAuthorization,
  requestSignOut,
  postSignOutRequest,
  showDevicePage,
  enterDeviceCode,
  decideOnDevice,
}

export const allPageRoutes: readonly PageRoute[] = Object.values(pageOperations)
