/**
 * Prepares the service before it serves anyone: the database answers, its migrations have run, the signing key opens,
 * and in production no demo people can sign in. In production the service listens meanwhile and tries until all of it is
 * done, so that it may start before its database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseBounds } from '@foyer/contract/limits'
import type { UnreadyReason } from '@foyer/contract/routes/operations'
import { sql } from 'kysely'
import type { Connection } from './db/connect.ts'
import { assertDurable } from './db/durability.ts'
import { migrate } from './db/migrate.ts'
import { findDemoUsers } from './dev/find-demo-users.ts'
import { asFailure } from './failure.ts'
import { noteInstallation, type Services } from './services.ts'
import { StartError } from './start-error.ts'

export type Preparation = {
  /** What is still missing; null once everything is done. */
  missing(): UnreadyReason | null
  /** One try; throws what went wrong. */
  run(): Promise<void>
}

type Log = { info(message: string): void; error(details: object, message: string): void }

/** Needs a database that is migrated and noted already, as tests have it. */
export const nothingMissing = { missing: () => null }

/** `warn` hears what a migration has to tell the operator. */
export function createPreparation(
  services: Services,
  connection: Connection,
  warn: (message: string) => void = () => {},
): Preparation {
  let missing: UnreadyReason | null = 'database'
  return {
    missing: () => missing,
    async run() {
      missing = 'database'
      await sql`select 1`.execute(services.db)
      if (services.config.isProduction) await assertDurable(services.db)
      await step('migrations', () => migrate(connection, undefined, warn))
      await step('signing-key', () => noteInstallation(services))
      if (services.config.isProduction) await step('demo-people', () => refuseDemoPeople(services))
      missing = null
    },
  }

  async function step(reason: UnreadyReason, work: () => Promise<unknown>): Promise<void> {
    missing = reason
    try {
      await work()
    } catch (error) {
      // A database that went away in the middle is what is missing.
      if (asFailure(error).code === 'overloaded') missing = 'database'
      throw error
    }
  }
}

/**
 * A database that was seeded in development holds accounts whose password is published. It is looked at when the service
 * starts, not later: enabling such an account by hand must not take a running installation away.
 */
async function refuseDemoPeople({ db, hasher }: Services): Promise<void> {
  const { length } = await findDemoUsers(db, hasher)
  if (length === 0) return
  const people = length === 1 ? '1 demo person' : `${length} demo people`
  throw new Error(`${people} with a published password can sign in: run npm run foyer -- user disable-demo`)
}

/**
 * Tries until it is done or `signal` stops it. A fault of the installation (wrong password, unknown database, wrong
 * secrets) is tried again like an outage: while a cluster starts the two look alike. Each try that failed is an error in
 * the log, which names the fault. A database that must not be used at all is thrown as StartError.
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
    // Copies that were started together do not knock together.
    await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
    pauseMs = Math.min(pauseMs * 2, databaseBounds.retryMaxMs)
  }
}

/** The driver's message names host or user, never the password; of several addresses tried it has none. */
export function faultOf(error: Error & { code?: string; errors?: Error[] }): string {
  return error.message || error.errors?.[0]?.message || error.code || 'unknown'
}
