/** Takes the browser back from the sign-in page, and sends the authorization code to the client. */
import { consumeCode } from '../../identity/sessions/open-by-code.ts'
import { consumeSealedToken, readSealedToken } from '../../identity/tokens/sealed-tokens.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { handoverPurpose } from '../handover/mint.ts'
import { redirectUrlSha256 } from '../handover/redirect-url.ts'
import { expiredPage } from './answer-client.ts'
import { grantRequest, refuseRequest } from './answer-request.ts'
import { type AuthorizationRequest, type Refusal, requestPurpose } from './authorization-request.ts'
import { finishUrl, signInPage } from './authorize.ts'
import { askForConsent, needsConsent } from './consent.ts'
import { askToConfirm } from './device-confirmation.ts'
import { findRegisteredClient, isRegisteredRedirectUri } from './openid-clients.ts'

type Returned = {
  query: { request: string; code?: string | undefined }
  flowBrowser: string | null
  requestContext: RequestContext
}

/** Runs the checks in their order. */
export async function finishAuthorization(
  services: Services,
  { query, flowBrowser, requestContext }: Returned,
): Promise<string | OwnPage> {
  const { db, config } = services
  const request = (await readSealedToken(
    services,
    requestPurpose,
    query.request,
  )) as AuthorizationRequest | null
  if (!request) return expiredPage()
  const client = await findRegisteredClient(services, request.clientId)
  if (!client || !(request.device || isRegisteredRedirectUri(client, request.redirectUri)))
    return expiredPage()
  const { platform, isSilent, asksTwoFactors } = request
  const waiting = { request, token: query.request }
  const again = {
    platform,
    clientId: client.id,
    token: query.request,
    baseUrl: config.baseUrl,
    asksTwoFactors,
  }
  const refuse = (error: Refusal['error'], description: string) =>
    refuseRequest(services, waiting, { error, description })
  // The cookie: a request that somebody else began must not sign this browser's user in at their client.
  if (request.browser !== flowBrowser)
    return isSilent ? refuse('login_required', 'The browser sends no cookie here') : expiredPage()
  const handed = query.code === undefined ? null : await takeHandoverCode(services, request, query)
  if (!handed)
    return isSilent
      ? refuse('login_required', 'Nobody is signed in in this browser')
      : signInPage({ ...again, asksAgain: false })
  const { userId, sessionId, authTime, acr } = handed
  if (await isAnother(services, request, userId))
    return isSilent
      ? refuse('login_required', 'Another user is signed in in this browser')
      : signInPage({ ...again, asksAgain: true })
  if (request.authenticatedAfter !== null && authTime.getTime() < request.authenticatedAfter)
    return isSilent
      ? refuse('login_required', 'The user signed in longer ago than max_age')
      : signInPage({ ...again, asksAgain: true })
  // The page asks for the second factor, or sets one up, before it hands over again.
  if (asksTwoFactors && acr !== 2 && !isSilent) return signInPage({ ...again, asksAgain: false })
  if (request.requiresTwoFactors && acr !== 2)
    return refuse('login_required', 'The user has not given two factors')

  if (request.device) {
    const used = await consumeSealedToken(db, requestPurpose, query.request)
    if (!used) return expiredPage()
    const asked = { ...{ device: request.device, userId, sessionId, browser: request.browser } }
    return askToConfirm(services, { client, asked, requestContext })
  }
  const signedIn = { userId, sessionId }
  if (await needsConsent(services, request, client, signedIn))
    return isSilent
      ? refuse('consent_required', 'The user has not agreed to these scopes')
      : askForConsent(services, waiting, client, signedIn)
  return grantRequest(services, { ...waiting, user: signedIn, requestContext })
}

/** The client expects another user. A request of the former release has no subjects. */
async function isAnother(
  { nameUser }: Services,
  { subjects = [], clientId }: AuthorizationRequest,
  userId: string,
): Promise<boolean> {
  if (subjects.length === 0) return false
  const { sub } = await nameUser(userId, clientId)
  return subjects.some((subject) => subject !== sub)
}

/** Uses up the code of the sign-in page, and returns the session that minted it; null for any other code. */
async function takeHandoverCode(
  { db, config }: Services,
  { platform, clientId }: AuthorizationRequest,
  { request: token, code = '' }: Returned['query'],
) {
  const taken = await db.transaction().execute((trx) => consumeCode(trx, handoverPurpose, code))
  if (!taken?.parent) return null
  const { details, parent } = taken
  const isOfRequest =
    details.platform === platform &&
    details.redirectUrlSha256 === redirectUrlSha256(finishUrl({ baseUrl: config.baseUrl, clientId, token }))
  return isOfRequest ? { sessionId: parent.parentId, ...parent.inherited } : null
}
