/** Opens the configured providers, and runs calls to a provider within their bounds. */
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Config, SocialSettings } from '../../../kernel/config/config.ts'
import { createApple } from './apple.ts'
import { createFacebook } from './facebook.ts'
import { createGoogle } from './google.ts'
import type { Provider, ProviderFetch } from './provider.ts'
import { createProviderCalls } from './provider-calls.ts'

type AskProvider = <T>(work: (provider: Provider, fetch: ProviderFetch) => Promise<T>) => Promise<T>

/** The opened providers, each with its cached metadata and circuit breaker, for the lifetime of the service. */
const opened = new WeakMap<Config, Record<SocialProvider, AskProvider | null>>()

/** Returns null for a provider that is not configured. */
export function askerOf(config: Config, provider: SocialProvider): AskProvider | null {
  let askers = opened.get(config)
  if (!askers) {
    askers = openProviders(config.social)
    opened.set(config, askers)
  }
  return askers[provider]
}

function openProviders({
  google,
  facebook,
  apple,
}: SocialSettings): Record<SocialProvider, AskProvider | null> {
  return {
    google: google && asker(createGoogle(google), google.issuer),
    facebook: facebook && asker(createFacebook(facebook), facebook.graphUrl),
    apple: apple && asker(createApple(apple), apple.issuer),
  }
}

function asker(provider: Provider, url: string): AskProvider {
  const call = createProviderCalls({ isOnThisMachine: url.startsWith('http:') })
  return (work) => call((fetch) => work(provider, fetch))
}
