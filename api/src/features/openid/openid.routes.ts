import {
  authorizeDevice,
  getAuthorizationServer,
  getOpenIdConfiguration,
  getUserInfo,
  introspectToken,
  postUserInfo,
  pushAuthorizationRequest,
  requestTokens,
  revokeToken,
} from '@foyer/contract/oauth-routes/openid-endpoints'
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
} from '@foyer/contract/page-routes/openid-pages'
import { listApps, removeApp } from '@foyer/contract/routes/apps'
import type { Serve, ServeOAuth, ServePage, Services } from '../../services.ts'
import { expiredPage, wrongLinkPage } from './answer-client.ts'
import { beginAuthorization } from './authorize.ts'
import { takeAnswer } from './consent.ts'
import { decide, enterCode } from './device-confirmation.ts'
import { startDevice } from './device-grant.ts'
import { codePage } from './device-pages.ts'
import { providerMetadata } from './discovery.ts'
import { finishAuthorization as finish } from './finish.ts'
import { listOwnApps, removeOwnApp } from './own-apps.ts'
import { pushRequest } from './pushed-requests.ts'
import { endAtClient } from './sign-out-at-client.ts'
import { answerTokenRequest } from './token.ts'
import { answerIntrospection, answerUserInfo, revoke } from './tokens-of-client.ts'

export function openIdRoutes(serveOAuth: ServeOAuth, services: Services): void {
  const metadata = providerMetadata(services.config.baseUrl)
  serveOAuth(getOpenIdConfiguration, async () => metadata)
  serveOAuth(getAuthorizationServer, async () => metadata)
  serveOAuth(pushAuthorizationRequest, (request) => pushRequest(services, request))
  serveOAuth(authorizeDevice, (request) => startDevice(services, request))
  serveOAuth(requestTokens, (request) => answerTokenRequest(services, request))
  serveOAuth(getUserInfo, (request) => answerUserInfo(services, request))
  serveOAuth(postUserInfo, (request) => answerUserInfo(services, request))
  serveOAuth(introspectToken, (request) => answerIntrospection(services, request))
  serveOAuth(revokeToken, (request) => revoke(services, request))
}

const wrongCode = () => codePage({ typed: '', isWrong: true })
const wrongParameter = () => wrongLinkPage('A parameter is missing, repeated or too long')

export function appRoutes(serve: Serve, services: Services): void {
  serve(listApps, ({ caller }) => listOwnApps(services, caller))
  serve(removeApp, (request) => removeOwnApp(services, request))
}

export function openIdPageRoutes(servePage: ServePage, services: Services): void {
  servePage(
    authorize,
    ({ query, ...request }) => beginAuthorization(services, { given: query, ...request }),
    wrongParameter,
  )
  servePage(
    postAuthorize,
    ({ form, ...request }) => beginAuthorization(services, { given: form, ...request }),
    wrongParameter,
  )
  servePage(
    showDevicePage,
    async ({ query }) => codePage({ typed: query.user_code ?? '', isWrong: false }),
    wrongCode,
  )
  servePage(
    enterDeviceCode,
    ({ form, keepFlowBrowser }) => enterCode(services, { typed: form.user_code, keepFlowBrowser }),
    wrongCode,
  )
  servePage(decideOnDevice, (request) => decide(services, request), expiredPage)
  servePage(finishAuthorization, (request) => finish(services, request), expiredPage)
  servePage(decideAuthorization, (request) => takeAnswer(services, request), expiredPage)
  servePage(
    requestSignOut,
    ({ query, requestContext }) => endAtClient(services, query, requestContext),
    wrongParameter,
  )
  servePage(
    postSignOutRequest,
    ({ form, requestContext }) => endAtClient(services, form, requestContext),
    wrongParameter,
  )
}
