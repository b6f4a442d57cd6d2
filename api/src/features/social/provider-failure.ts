/** Counts and logs that a provider did not prove an identity. Logs no part of the request or of the answer. */
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Services } from '../../services.ts'
import { ProviderUnavailable } from './providers/provider-calls.ts'

export type Warn = (message: string, details?: Record<string, string | number>) => void

export function logProviderFailure(
  { metrics }: Pick<Services, 'metrics'>,
  { provider, error, warn }: { provider: SocialProvider; error: unknown; warn?: Warn },
): void {
  const isUnavailable = error instanceof ProviderUnavailable
  metrics.social.inc({ provider, result: isUnavailable ? 'unavailable' : 'refused' })
  if (isUnavailable) warn?.('a social provider is unavailable', { provider, reason: error.message })
  else warn?.('the answer of a social provider is refused', { provider, reason: reasonOf(error) })
}

/** Returns a code such as `OAUTH_JWT_CLAIM_COMPARISON`, or the name of the error. Its message may quote received data. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown').slice(0, 64)
}
