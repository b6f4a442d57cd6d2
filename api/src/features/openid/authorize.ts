/** Begins a sign-in with OpenID Connect: checks the request of the client, and leads to the sign-in page of its platform. */
import { type AuthorizationParameters, finishPath } from '@foyer/contract/page-routes/openid-pages'
import type { Platform } from '@foyer/contract/platforms'
import { createSealedToken } from '../../identity/tokens/sealed-tokens.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { Services } from '../../services.ts'
import { answerClient, wrongLinkPage } from './answer-client.ts'
import { readAuthorizationRequest, requestPurpose, responseModeOf } from './authorization-request.ts'
import { readHint } from './id-token-hint.ts'
import { findRegisteredClient, isRegisteredRedirectUri } from './openid-clients.ts'
import { pushedOrGiven } from './pushed-requests.ts'

type Request = {
  given: AuthorizationParameters
  keepFlowBrowser(): string
  warn(message: string, details?: Record<string, string>): void
}

export async function beginAuthorization(
  services: Services,
  { given: asked, keepFlowBrowser, warn }: Request,
): Promise<string | OwnPage> {
  const { config } = services
  const given = await pushedOrGiven(services, asked)
  if (!given) return wrongLinkPage('request_uri was used, has expired, or is of another client')
  const client = await findRegisteredClient(services, given.client_id)
  if (!client) {
    warn('authorization refused: client_id is not registered')
    return wrongLinkPage('client_id is not registered for OpenID Connect')
  }
  const { redirect_uri: redirectUri, state = null } = given
  if (!isRegisteredRedirectUri(client, redirectUri)) {
    warn('authorization refused: redirect_uri is not registered', { client: client.id })
    return wrongLinkPage(
      'redirect_uri is not one of the registered URIs of the client, character by character',
    )
  }
  const read = readAuthorizationRequest(given, client, Date.now())
  if (read.kind === 'refused') {
    const answered = { redirectUri, responseMode: responseModeOf(given), state }
    return answerClient(config.baseUrl, answered, read.refusal)
  }
  const { request, asksAgain } = read
  const { id_token_hint: hint } = given
  const hinted = hint === undefined ? null : await readHint(services, hint)
  if (hint !== undefined && hinted?.clientId !== client.id)
    return answerClient(config.baseUrl, request, {
      ...{ error: 'invalid_request', description: 'id_token_hint is no ID token of this client' },
    })
  const subjects = [...request.subjects, ...(hinted?.subject ? [hinted.subject] : [])]
  const waiting = { ...request, subjects }
  const token = await createSealedToken(services, requestPurpose, { ...waiting, browser: keepFlowBrowser() })
  const { asksTwoFactors } = request
  const way: Way = { platform: client.platform, clientId: client.id, token, baseUrl: config.baseUrl }
  if (request.isSilent) return silentPage(way)
  return signInPage({ ...way, hint: given.login_hint, asksAgain, asksTwoFactors })
}

/** The way of a request through the sign-in page of a platform and back. */
type Way = { platform: Platform; clientId: string; token: string; baseUrl: string }

type SignIn = Way & { hint?: string | undefined; asksAgain: boolean; asksTwoFactors: boolean }

/** The sign-in page of the platform, or its sign-out page, which leads to the sign-in page, if the user must authenticate again. */
export function signInPage({ hint, asksAgain, asksTwoFactors, ...way }: SignIn): string {
  const query = new URLSearchParams({ platform: way.platform, 'redirect-url': finishUrl(way).href })
  if (asksAgain) return `/logout?${query}`
  if (asksTwoFactors) query.set('acr_values', '2')
  if (hint?.includes('@')) query.set('email', hint)
  else if (hint) query.set('phoneNumber', hint)
  return `/?${query}`
}

/** The page without content that asks for a code with the stored session of the user, alone or in a frame of the client. */
function silentPage(way: Way): string {
  const { platform, baseUrl } = way
  const origin = new URL(baseUrl).origin
  return `/iframe-sso?${new URLSearchParams({ platform, origin, 'redirect-url': finishUrl(way).href })}`
}

/** The URL to which the sign-in page returns. */
export function finishUrl({ baseUrl, clientId, token }: Omit<Way, 'platform'>): URL {
  const url = new URL(`${finishPath}/${encodeURIComponent(clientId)}`, baseUrl)
  url.searchParams.set('request', token)
  return url
}
