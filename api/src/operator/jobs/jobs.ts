/**
 * Lists the background jobs in their order. The module that writes a table provides its job. An idle job must cost
 * almost nothing.
 */
import type { Kysely } from 'kysely'
import {
  carryOutDeletions,
  confirmCancelledDeletions,
  remindOfDeletions,
} from '../../features/account-deletion/deletion-jobs.ts'
import { deleteOldExports } from '../../features/accounts/data-exports.ts'
import { deleteOldAnalytics } from '../../features/analytics/analytics.queries.ts'
import { deleteOldErrorReports } from '../../features/error-reports/error-reports.queries.ts'
import { deleteOldHelpRequests } from '../../features/help/help-requests.ts'
import { deleteOldNotifications } from '../../features/notifications/notifications.queries.ts'
import { deleteUnconfirmedTotp } from '../../identity/credentials/totp-factors.ts'
import { deleteOldCancelled } from '../../identity/sessions/account-deletions.ts'
import { deleteOldBrowserSessions } from '../../identity/sessions/browser-sessions.ts'
import { deleteOldKnownBrowsers } from '../../identity/sessions/known-browsers.ts'
import { deleteOldSessions } from '../../identity/sessions/sessions.ts'
import { rotateDueKeys } from '../../identity/tokens/key-rotation.ts'
import { deleteOldOneTimeTokens } from '../../identity/tokens/one-time-tokens.ts'
import { deleteOldChallenges } from '../../identity/tokens/otp-challenges.ts'
import { keepAuditMonths } from '../../kernel/audit-months.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { deleteOldIdempotencyKeys } from '../../kernel/limits/idempotency.ts'
import { deleteOldAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'
import { attachmentFiles, evidenceFiles, logoFiles, pictureFiles } from '../../kernel/storage/owned-files.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { deleteOldMessages, forgetExpiredContent } from '../../messages/messages.ts'
import type { Outbox } from '../../messages/outbox.ts'

export type JobResources = {
  db: Kysely<Tables>
  keyring: Keyring
  storage: Storage
  outbox: Outbox
  metrics: Pick<Metrics, 'alarms'>
  config: Pick<Config, 'auditRetentionMonths' | 'smsCountries' | 'smsPerDay'>
}

export type Job = {
  name: string
  /** Processes one batch and returns its size; at `batchSize` or above there may be more rows. */
  doBatch(resources: JobResources): Promise<number>
}

export const batchSize = 100

export const jobs: readonly Job[] = [
  { name: 'signing keys', doBatch: ({ db, keyring }) => rotateDueKeys(db, keyring) },
  { name: 'attempts', doBatch: ({ db }) => deleteOldAttempts(db, batchSize) },
  { name: 'idempotency keys', doBatch: ({ db }) => deleteOldIdempotencyKeys(db, batchSize) },
  { name: 'one-time codes', doBatch: ({ db }) => deleteOldChallenges(db, batchSize) },
  { name: 'known browsers', doBatch: ({ db }) => deleteOldKnownBrowsers(db, batchSize) },
  { name: 'authenticator apps', doBatch: ({ db }) => deleteUnconfirmedTotp(db, batchSize) },
  { name: 'one-time tokens', doBatch: ({ db }) => deleteOldOneTimeTokens(db, batchSize) },
  { name: 'analytics', doBatch: ({ db }) => deleteOldAnalytics(db, batchSize) },
  { name: 'error reports', doBatch: ({ db }) => deleteOldErrorReports(db, batchSize) },
  { name: 'expired content of messages', doBatch: ({ db }) => forgetExpiredContent(db, batchSize) },
  { name: 'messages', doBatch: ({ db }) => deleteOldMessages(db, batchSize) },
  { name: 'exports', doBatch: ({ db }) => deleteOldExports(db, batchSize) },
  { name: 'help requests', doBatch: ({ db }) => deleteOldHelpRequests(db, batchSize) },
  { name: 'notifications', doBatch: ({ db }) => deleteOldNotifications(db, batchSize) },
  { name: 'pictures', doBatch: (services) => pictureFiles.deleteUnused(services, batchSize) },
  { name: 'logos', doBatch: (services) => logoFiles.deleteUnused(services, batchSize) },
  {
    name: 'attachments',
    doBatch: (services) => attachmentFiles.deleteUnused(services, batchSize),
  },
  { name: 'evidences', doBatch: (services) => evidenceFiles.deleteUnused(services, batchSize) },
  // Before the job of sessions: a session that began after the request cancels the deletion.
  { name: 'cancelled deletions', doBatch: (services) => confirmCancelledDeletions(services, batchSize) },
  { name: 'reminders of deletions', doBatch: (services) => remindOfDeletions(services, batchSize) },
  { name: 'deletions of accounts', doBatch: (services) => carryOutDeletions(services, batchSize) },
  { name: 'old cancelled deletions', doBatch: ({ db }) => deleteOldCancelled(db, batchSize) },
  { name: 'browser sessions', doBatch: ({ db }) => deleteOldBrowserSessions(db, batchSize) },
  { name: 'sessions', doBatch: ({ db }) => deleteOldSessions(db, batchSize) },
  {
    name: 'months of the audit trail',
    doBatch: ({ db, config }) => keepAuditMonths(db, config.auditRetentionMonths),
  },
]
