/**
 * Sends page errors with their counts to the operator's collector, and sends an error again when its count has risen.
 */
import type { Db } from '../../kernel/db/connect.ts'
import { type Collector, type Forwarded, forwardDue } from '../../kernel/outbound/forward-due.ts'
import {
  claimDueErrors,
  type KnownError,
  postponeDueErrors,
  settleDueErrors,
} from './error-reports.queries.ts'

export function forwardErrorReports(db: Db, collector: Collector): Promise<Forwarded> {
  return forwardDue<KnownError>(collector, {
    claim: (limit, leaseSeconds) => claimDueErrors(db, limit, leaseSeconds),
    toWire: ({ firstSeenAt, lastSeenAt, ...error }) => ({
      type: 'error',
      ...error,
      first_seen_at: firstSeenAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
    }),
    settle: (errors) => settleDueErrors(db, errors),
    postpone: (errors, waits) => postponeDueErrors(db, errors, waits),
  })
}
