/** Takes the browser back from the sign-in page, and sends the authorization code to the client. */
import { consumeCode } from '../../identity/sessions/open-by-code.ts'
import { createToken, type Purpose } from '../../identity/tokens/one-time-tokens.ts'
import { consumeSealedToken, readSealedToken } from '../../identity/tokens/sealed-tokens.ts'
import type { Recorded } from '../../kernel/audit.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { handoverPurpose } from '../handover/mint.ts'
import { redirectUrlSha256 } from '../handover/redirect-url.ts'
import { answerClient, expiredPage } from './answer-client.ts'
import { type AuthorizationRequest, requestPurpose } from './authorization-request.ts'
import { finishUrl, signInPage } from './authorize.ts'
import { askToConfirm } from './device-confirmation.ts'
import { findRegisteredClient, isRegisteredRedirectUri } from './openid-clients.ts'

/** An authorization code (RFC 6749 §4.1.2). */
export const codePurpose: Purpose = { name: 'authorization-code', prefix: 'oc_', seconds: 60 }

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
  // The cookie: a request that somebody else began must not sign this browser's user in at their client.
  if (!request || request.browser !== flowBrowser) return expiredPage()
  const client = await findRegisteredClient(services, request.clientId)
  if (!client || !(request.device || isRegisteredRedirectUri(client, request.redirectUri)))
    return expiredPage()
  const { platform, scopes, nonce, codeChallenge } = request
  const again = { platform, token: query.request, baseUrl: config.baseUrl }
  const handed = query.code === undefined ? null : await takeHandoverCode(services, request, query)
  if (!handed) return signInPage({ ...again, asksAgain: false })
  const { userId, sessionId, authTime } = handed
  if (request.authenticatedAfter !== null && authTime.getTime() < request.authenticatedAfter)
    return signInPage({ ...again, asksAgain: true })

  if (request.device) {
    const used = await consumeSealedToken(db, requestPurpose, query.request)
    if (!used) return expiredPage()
    const asked = { ...{ device: request.device, userId, sessionId, browser: request.browser } }
    return askToConfirm(services, { client, asked, requestContext })
  }
  const details = {
    clientId: client.id,
    platform,
    redirectUri: request.redirectUri,
    codeChallenge,
    nonce,
    scope: scopes.join(' '),
  }
  const event: Recorded = {
    ...{ event: 'code-minted', requestContext, userId, sessionId, platform, clientId: client.id },
    details: { delivery: 'openid' },
  }
  const code = await db.transaction().execute(async (trx) => {
    if (!(await consumeSealedToken(trx, requestPurpose, query.request))) return null
    return createToken(trx, codePurpose, { userId, sessionId, details }, event)
  })
  return code === null ? expiredPage() : answerClient(config.baseUrl, request, { code })
}

/** Uses up the code of the sign-in page, and returns the session that minted it; null for any other code. */
async function takeHandoverCode(
  { db, config }: Services,
  { platform }: AuthorizationRequest,
  { request, code = '' }: Returned['query'],
) {
  const taken = await db.transaction().execute((trx) => consumeCode(trx, handoverPurpose, code))
  if (!taken?.parent) return null
  const { details, parent } = taken
  const isOfRequest =
    details.platform === platform &&
    details.redirectUrlSha256 === redirectUrlSha256(finishUrl(config.baseUrl, request))
  return isOfRequest ? { sessionId: parent.parentId, ...parent.inherited } : null
}
