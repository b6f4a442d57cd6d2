/** The shape of a social provider; one file each implements it. */
import type { SocialIdentity } from '../identity.ts'

/** Calls a provider within the bounds of one request (provider-calls.ts). */
export type ProviderFetch = (
  url: string,
  call?: { method?: string; headers?: Record<string, string>; body?: string | URLSearchParams | null },
) => Promise<Response>

/** The secrets of one way to a provider and back. */
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
  /** The name beside the code; Apple alone sends one. */
  name: PersonName | null
}

export type PersonName = { firstName?: unknown; lastName?: unknown }

export type Provider = {
  /** Returns the address that the browser is led to. */
  startUrl(fetch: ProviderFetch, flow: Flow): Promise<URL>
  /** Exchanges the code; throws when anything is not as it must be. */
  redeem(fetch: ProviderFetch, flow: Flow, answer: ProviderAnswer): Promise<SocialIdentity>
  /** Checks a token that another party got from the provider; throws unless it was issued to us. */
  check(fetch: ProviderFetch, token: string): Promise<SocialIdentity>
}
