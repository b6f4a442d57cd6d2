/** Ends an authorization request: with an authorization code for the client, or with a refusal. Each request ends once. */
import { createToken, type Purpose } from '../../identity/tokens/one-time-tokens.ts'
import { consumeSealedToken } from '../../identity/tokens/sealed-tokens.ts'
import type { Recorded } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { answerClient, expiredPage } from './answer-client.ts'
import { type AuthorizationRequest, type Refusal, requestPurpose } from './authorization-request.ts'

/** An authorization code (RFC 6749 §4.1.2). */
export const codePurpose: Purpose = { name: 'authorization-code', prefix: 'oc_', seconds: 60 }

/** A request, and the sealed token that keeps it. */
export type Waiting = { request: AuthorizationRequest; token: string }

type Granted = Waiting & {
  user: { userId: string; sessionId: string }
  requestContext: RequestContext
  /** Runs in the transaction that mints the code. */
  alongside?: (trx: Db) => Promise<unknown>
}

export async function grantRequest(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { request, token, user, requestContext, alongside }: Granted,
): Promise<string | OwnPage> {
  const { clientId, platform, redirectUri, codeChallenge, nonce, scopes } = request
  const details = { clientId, platform, redirectUri, codeChallenge, nonce, scope: scopes.join(' ') }
  const event: Recorded = {
    ...{ event: 'code-minted', requestContext, ...user, platform, clientId },
    details: { delivery: 'openid' },
  }
  const code = await db.transaction().execute(async (trx) => {
    if (!(await consumeSealedToken(trx, requestPurpose, token))) return null
    await alongside?.(trx)
    return createToken(trx, codePurpose, { ...user, details }, event)
  })
  return code === null ? expiredPage() : answerClient(config.baseUrl, request, { code })
}

export async function refuseRequest(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { request, token }: Waiting,
  refusal: Refusal,
): Promise<string | OwnPage> {
  const isOpen = await consumeSealedToken(db, requestPurpose, token)
  return isOpen ? answerClient(config.baseUrl, request, refusal) : expiredPage()
}
