/**
 * Prepares the service before it serves requests: the database answers, its migrations have run, the reference data is
 * loaded, the signing key can be decrypted, and in production no demo user can sign in. In production the service
 * listens at once and repeats the preparation until it succeeds, so the service may start before its database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type UnreadyReason, unreadyReasons } from '@foyer/contract/routes/operations'
import { findDemoUsers } from './features/dev-tools/find-demo-users.ts'
import { storeHelpCategories } from './features/help/help-categories.ts'
import { loadReference } from './features/reference/load-reference.ts'
import { keepAuditMonths } from './kernel/audit-months.ts'
import { type Connection, connectToMigrate, databaseBounds } from './kernel/db/connect.ts'
import { assertDurable } from './kernel/db/durability.ts'
import { migrate } from './kernel/db/migrate.ts'
import { assertBounded } from './kernel/db/pooled-bounds.ts'
import { assertSupported } from './kernel/db/server-version.ts'
import { asFailure } from './kernel/failure.ts'
import { StartError } from './kernel/start-error.ts'
import { noteInstallation, type Services } from './services.ts'

type Preparation = {
  /** Returns the missing step, or the step that failed last; null once everything is done. */
  missing(): UnreadyReason | null
  /** Runs all steps once; throws the error of the first step that fails. */
  run(): Promise<void>
}

type Log = { info(message: string): void; error(details: object, message: string): void }

/** A finished preparation, for tests, whose database is migrated. */
export const nothingMissing = { missing: () => null }

/** Creates the preparation. `warn` receives messages of migrations and of the clock for the operator. */
export function createPreparation(
  services: Services,
  connection: Connection,
  warn: (message: string) => void = () => {},
): Preparation {
  let missing: UnreadyReason | null = 'database'
  return {
    missing: () => missing,
    async run() {
      missing ??= 'database'
      await assertSupported(services.db)
      const clockWarning = await services.clock.compare()
      if (clockWarning) warn(clockWarning)
      if (services.config.isProduction) await assertDurable(services.db)
      if (services.config.databasePooler) await assertBounded(services.db)
      await step('migrations', async () => {
        await migrate(connection, undefined, warn)
        await keepMonths()
        await loadReference(services.db)
        await storeHelpCategories(services.db)
      })
      await step('signing-key', () => noteInstallation(services))
      if (services.config.isProduction) await step('demo-people', () => refuseDemoPeople(services))
      missing = null
    },
  }

  /**
   * Creates the coming months of the audit trail. A failure does not prevent the start: the job tries again, and events
   * without a month go to the default partition.
   */
  async function keepMonths(): Promise<void> {
    const { db, close } = connectToMigrate(connection, warn)
    await keepAuditMonths(db, services.config.auditRetentionMonths)
      .catch((error) => warn(`months of the audit trail: ${faultOf(error)}`))
      .finally(close)
  }

  async function step(reason: UnreadyReason, work: () => Promise<unknown>): Promise<void> {
    if (unreadyReasons.indexOf(reason) > unreadyReasons.indexOf(missing ?? 'database')) missing = reason
    try {
      await work()
    } catch (error) {
      // The database became unreachable during the step.
      missing = asFailure(error).code === 'overloaded' ? 'database' : reason
      throw error
    }
  }
}

/**
 * Refuses a database with demo users, whose password is published. Only the start checks this, because enabling such an
 * account later must not stop a running installation.
 */
async function refuseDemoPeople({ db, hasher }: Services): Promise<void> {
  const { length } = await findDemoUsers(db, hasher)
  if (length === 0) return
  const users = length === 1 ? '1 demo user' : `${length} demo users`
  throw new Error(`${users} with a published password can sign in: run npm run foyer -- user disable-demo`)
}

/**
 * Repeats the preparation until it succeeds or `signal` is aborted. A fault of the installation (wrong password,
 * unknown database, wrong secrets) is repeated like an outage, because the two look the same while a cluster starts.
 * Each failure is logged as an error with its cause. Throws StartError for a database that must not be used.
 */
export async function prepareAtLast(preparation: Preparation, log: Log, signal: AbortSignal): Promise<void> {
  let pauseMs: number = databaseBounds.retryMinMs
  while (!signal.aborted) {
    try {
      await preparation.run()
      log.info('ready')
      return
    } catch (error) {
      if (error instanceof StartError && preparation.missing() !== 'signing-key') throw error
      log.error({ err: error, missing: preparation.missing() }, `not ready: ${faultOf(error as Error)}`)
    }
    // Random, so that copies of the service that start together do not retry together.
    await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
    pauseMs = Math.min(pauseMs * 2, databaseBounds.retryMaxMs)
  }
}

/**
 * Describes a database error. The driver's message contains no password; it is empty if several addresses were tried.
 */
export function faultOf(error: Error & { code?: string; errors?: Error[] }): string {
  return error.message || error.errors?.[0]?.message || error.code || 'unknown'
}
