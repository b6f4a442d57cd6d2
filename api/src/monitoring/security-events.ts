/**
 * What an operator sees of the security trail: a log line with the request's id, a count, and an alarm when a
 * platform's server keeps failing to redeem codes.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Window } from '../limits/request-limits.ts'
import type { Metrics } from './metrics.ts'

/** So many failures of one platform client within the window raise an alarm. */
export const redemptionFailuresUntilAlarm: Window = { max: 20, windowSeconds: 60 }

export type SecurityEvent = {
  event: string
  platform?: string | null | undefined
  clientId?: string | null | undefined
  userId?: string | null | undefined
  sessionId?: string | null | undefined
}

export type SecurityWatch = {
  report(log: FastifyBaseLogger, event: SecurityEvent): void
  /** A client that the registry knows showed a wrong secret. */
  refuseClient(clientId: string): void
}

type Given = {
  metrics: Metrics
  mac(purpose: string, value: string): Buffer
  /** For what belongs to no single request. */
  warn(facts: object, sentence: string): void
}

/** Signs that a token or a code was stolen. */
const alarming = new Set(['refresh-reused', 'refresh-refused', 'code-replayed'])
const failedRedemptions = new Set(['code-refused', 'code-replayed'])

export function createSecurityWatch({ metrics, mac, warn }: Given): SecurityWatch {
  const { max, windowSeconds } = redemptionFailuresUntilAlarm
  const windows = new Map<string, { endsAt: number; count: number }>()

  /** Told once a window, at the failure that fills it. */
  function failRedemption(client: string): void {
    metrics.redemptionFailures.inc({ client })
    const now = performance.now()
    const known = windows.get(client)
    const window = known && known.endsAt > now ? known : { endsAt: now + windowSeconds * 1_000, count: 0 }
    window.count += 1
    windows.set(client, window)
    if (window.count !== max) return
    metrics.redemptionAlarms.inc({ client })
    warn({ client, failures: max, windowSeconds }, 'a platform keeps failing to redeem codes')
  }

  /** Lines of one person can be found together, and name nobody. */
  function short(kind: string, id: string): string {
    return mac(`log ${kind}`, id).toString('base64url').slice(0, 12)
  }

  return {
    report(log, { event, platform, clientId, userId, sessionId }) {
      metrics.securityEvents.inc({ event, platform: platform ?? 'none' })
      const facts = {
        event,
        ...(platform && { platform }),
        ...(clientId && { client: clientId }),
        ...(userId && { user: short('user', userId) }),
        ...(sessionId && { session: short('session', sessionId) }),
      }
      log[alarming.has(event) ? 'warn' : 'info'](facts, 'security event')
      if (clientId && failedRedemptions.has(event)) failRedemption(clientId)
    },
    refuseClient: failRedemption,
  }
}
