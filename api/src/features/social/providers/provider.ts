/** The interface of a social provider. Each provider implements it in a file of its own. */
import type { SocialIdentity } from '../identity.ts'

/** Calls a provider within the bounds of one request (provider-calls.ts). */
export type ProviderFetch = (
  url: string,
  call?: { method?: string; headers?: Record<string, string>; body?: string | URLSearchParams | null },
) => Promise<Response>

/** The secrets of one flow with a provider. */
export type Flow = {
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
}

/** The parts of an answer that the browser brings back. */
export type ProviderAnswer = {
  code: string
  iss: string | undefined
  /** The name that Apple sends with the code; null for other providers. */
  name: PersonName | null
}

export type PersonName = { firstName?: unknown; lastName?: unknown }

export type Provider = {
  /** Returns the URL to which the browser is redirected. */
  startUrl(fetch: ProviderFetch, flow: Flow): Promise<URL>
  /** Exchanges the code for the identity. Throws if any check fails. */
  redeem(fetch: ProviderFetch, flow: Flow, answer: ProviderAnswer): Promise<SocialIdentity>
  /** Checks a token that another party got from the provider. Throws unless it was issued to Foyer. */
  check(fetch: ProviderFetch, token: string): Promise<SocialIdentity>
}
