/** Counts and logs that a provider did not prove an identity; nothing of the request or of the answer is logged. */
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Services } from '../../services.ts'
import { ProviderUnavailable } from './providers/provider-calls.ts'

export type Warn = (message: string, details?: Record<string, string | number>) => void

export function logProviderFailure(
  { metrics }: Pick<Services, 'metrics'>,
  { provider, error, warn }: { provider: SocialProvider; error: unknown; warn?: Warn },
): void {
  const isAway = error instanceof ProviderUnavailable
  metrics.social.inc({ provider, result: isAway ? 'unavailable' : 'refused' })
  if (isAway) warn?.('a social provider is unavailable', { provider, reason: error.message })
  else warn?.('the answer of a social provider is refused', { provider, reason: reasonOf(error) })
}

/** A code such as `OAUTH_JWT_CLAIM_COMPARISON`, or the kind of the error; a message may quote what was received. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown').slice(0, 64)
}
