/** Asks the user what a third party may read, and takes the answer (OpenID Connect Core 1.0 §3.1.2.4). */

import type { decideAuthorization } from '@foyer/contract/page-routes/openid-pages'
import { scopeSentences } from '@foyer/contract/scopes'
import type { Purpose } from '../../identity/tokens/one-time-tokens.ts'
import { createSealedToken, readSealedToken } from '../../identity/tokens/sealed-tokens.ts'
import { hasConsent } from '../../identity/users/app-consents.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { fullName } from '../../identity/users/user-names.ts'
import type { OwnPage, PageRequestTo } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { Services } from '../../services.ts'
import { allowApp } from './allow-app.ts'
import { expiredPage } from './answer-client.ts'
import { grantRequest, refuseRequest, type Waiting } from './answer-request.ts'
import { type AuthorizationRequest, requestPurpose } from './authorization-request.ts'
import { signInPage } from './authorize.ts'
import { consentPage } from './consent-page.ts'
import { findRegisteredClient, isRegisteredRedirectUri, type RegisteredClient } from './openid-clients.ts'

/** A question that waits for its answer: who is asked, and about which request. */
const questionPurpose: Purpose = { name: 'authorization-question', prefix: 'aq_', seconds: 1_800 }

type SignedIn = { userId: string; sessionId: string }
type Question = { token: string } & SignedIn

/** A client of Foyer's own asks only if it wants to (`prompt=consent`). */
export async function needsConsent(
  { db }: Pick<Services, 'db'>,
  { asksConsent, scopes }: AuthorizationRequest,
  { id: clientId, openid }: RegisteredClient,
  { userId }: SignedIn,
): Promise<boolean> {
  if (asksConsent) return true
  return openid.isThirdParty && !(await hasConsent(db, { userId, clientId, scopes }))
}

export async function askForConsent(
  services: Services,
  { request, token }: Waiting,
  client: RegisteredClient,
  signedIn: SignedIn,
): Promise<OwnPage> {
  const { db, config } = services
  const user = await findUser(db, { id: signedIn.userId })
  if (!user) return expiredPage()
  const { platform, redirectUri, scopes, asksTwoFactors } = request
  const question: Question = { token, ...signedIn }
  return consentPage({
    app: client.openid.name,
    logo: client.openid.logo,
    isThirdParty: client.openid.isThirdParty,
    redirectUri,
    provider: config.provider,
    user: [fullName(user), user.email ?? user.phoneNumber].filter(Boolean).join(', '),
    sentences: scopes.flatMap((scope) => scopeSentences[scope] ?? []),
    question: await createSealedToken(services, questionPurpose, question),
    otherAccount: signInPage({
      ...{ platform, clientId: client.id, token, baseUrl: config.baseUrl, asksTwoFactors },
      asksAgain: true,
    }),
  })
}

/** The token of the question is known only to the page that asks, so that no other site can answer it. */
export async function takeAnswer(
  services: Services,
  {
    form,
    flowBrowser,
    requestContext,
  }: Pick<PageRequestTo<typeof decideAuthorization>, 'form' | 'flowBrowser' | 'requestContext'>,
): Promise<string | OwnPage> {
  const question = (await readSealedToken(services, questionPurpose, form.question)) as Question | null
  if (!question) return expiredPage()
  const { token, userId, sessionId } = question
  const request = (await readSealedToken(services, requestPurpose, token)) as AuthorizationRequest | null
  if (!request || request.browser !== flowBrowser) return expiredPage()
  const client = await findRegisteredClient(services, request.clientId)
  if (!client || !isRegisteredRedirectUri(client, request.redirectUri)) return expiredPage()
  const waiting = { request, token }
  if (form.answer === 'deny')
    return refuseRequest(services, waiting, { error: 'access_denied', description: 'The user refused' })
  const { platform, scopes } = request
  const clientId = client.id
  return grantRequest(services, {
    ...waiting,
    user: { userId, sessionId },
    requestContext,
    alongside: (trx) => allowApp(trx, { userId, sessionId, platform, clientId, scopes, requestContext }),
  })
}
