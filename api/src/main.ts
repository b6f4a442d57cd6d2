/** Starts the service (config, database, services, app, listener) and stops it in reverse order on a signal. */
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../embedded-postgres/src/embedded.ts'
import { seedDemoSchools } from '../../seed/src/demo-schools.ts'
import { seedDemoLearners } from '../../seed/src/seed-demo-learners.ts'
import { createApp } from './app.ts'
import { forwardBatch } from './features/analytics/forward-batch.ts'
import { startMakingExports } from './features/data-export/make-export.ts'
import { demoPassword, demoUsers, seedDemoUsers } from './features/dev-tools/demo-users.ts'
import { forwardErrorReports } from './features/error-reports/forward-error-reports.ts'
import type { ProviderPictures } from './features/pictures/provider-pictures.ts'
import { turnSocialOn } from './features/toggles/turn-social-on.ts'
import { buildInfo } from './kernel/build-info.ts'
import { startClockChecks } from './kernel/clock.ts'
import { type Config, readConfig } from './kernel/config/config.ts'
import { openSecretsFile } from './kernel/config/secrets-file.ts'
import { connect, type Database } from './kernel/db/connect.ts'
import { asFailure } from './kernel/failure.ts'
import { openPages } from './kernel/http/pages/open-pages.ts'
import { watchDatabase } from './kernel/metrics/capacity-metrics.ts'
import { closeMetricsListener, openMetricsListener } from './kernel/metrics/metrics-listener.ts'
import { startForwarding } from './kernel/outbound/start-forwarding.ts'
import { portFault } from './kernel/port-fault.ts'
import type { RepeatingJob } from './kernel/repeating-job.ts'
import { useReplica } from './kernel/replica/read-replica.ts'
import { StartError } from './kernel/start-error.ts'
import { startTracing } from './kernel/tracing/tracing.ts'
import { reportDeliveries } from './messages/delivery-report.ts'
import type { Outbox } from './messages/outbox.ts'
import { watchMessages } from './messages/queue-metrics.ts'
import { startJobs } from './operator/jobs/start-jobs.ts'
import { createPreparation, faultOf, prepareAtLast } from './preparation.ts'
import { createServices, type Services } from './services.ts'

/** After this time the process exits even if a step of the stop hangs. */
const stopWithinMs = 25_000
const sameSignalMs = 1_000

type Running = {
  app?: FastifyInstance
  housekeeping?: RepeatingJob
  clockChecks?: RepeatingJob
  metrics?: Server
  exports?: RepeatingJob
  forwarding: RepeatingJob[]
  outbox?: Outbox
  providerPictures?: ProviderPictures
  database?: Database
  health?: Database
  jobs?: Database
  replica?: { close(): Promise<void> }
  embedded?: EmbeddedDatabase | undefined
  stopTracing?: () => Promise<void>
  drainMs: number
}

const running: Running = { forwarding: [], drainMs: 0 }
const stopping = new AbortController()

async function start(): Promise<void> {
  const config = readConfig()
  const { traceCollector } = config
  running.stopTracing = await startTracing(
    traceCollector === null ? null : { url: traceCollector, ...buildInfo },
  )
  running.embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase(join(config.dataFolder, 'postgres'))
  const { databaseUrl, databaseDirectUrl, databasePooler: pooler } = config
  const connection = running.embedded?.connection ?? {
    connectionString: databaseUrl ?? '',
    ...(pooler && { pooler }),
  }
  const direct = running.embedded?.connection ?? { connectionString: databaseDirectUrl ?? '' }
  function logLost(error: Error): void {
    // During the stop the embedded server may end before the service's last connections, so nothing is logged.
    if (stopping.signal.aborted || !running.app) return
    const { log, logThrottle } = running.app
    const text = 'database connection lost'
    logThrottle.write(text, (counted) => log.warn({ err: error, ...counted }, text))
  }
  running.database = connect(connection, logLost, config.databasePoolSize)
  running.health = connect(connection, logLost, 1)
  const secrets = config.secrets ?? (await openSecretsFile(config.dataFolder))
  const services = createServices(config, running.database.db, secrets)
  const storageWarning = await services.storage.check()
  running.providerPictures = services.providerPictures
  watchDatabase(services.metrics, running.database)
  watchMessages(services.metrics, services.db)
  const preparation = createPreparation(services, direct, (message) => {
    // Outside production, migrations run before the app with its log exists.
    if (running.app) running.app.log.warn(message)
    else console.warn(message)
  })
  // In production the database may start later than the service, and the load balancer checks readiness.
  const isWaiting = config.isProduction
  if (!isWaiting) await preparation.run().catch(explained)
  if (config.hasDevTools) {
    await seedDemoUsers(services)
    await seedDemoSchools(services)
    await seedDemoLearners(services)
    await turnSocialOn(services)
  }
  const app = await createApp({
    services,
    pages: await openPages(config),
    isStopping: () => stopping.signal.aborted,
    missing: preparation.missing,
    healthDb: running.health.db,
  })
  running.app = app
  if (storageWarning) app.log.warn(storageWarning)
  if (config.databaseReplicaUrl)
    running.replica = useReplica(services.db, {
      connection: { connectionString: config.databaseReplicaUrl },
      poolSize: config.databasePoolSize,
      report: {
        counted: (result) => services.metrics.replicaReads.inc({ result }),
        lost: (why, err) => app.log.warn({ err }, `the leader answers for the replica: ${why}`),
        regained: () => app.log.info('the replica answers again'),
      },
    })
  if (config.metrics) running.metrics = await openMetricsListener(services.metrics.registry, config.metrics)
  // Frees the 40 MB that the start used, if node runs with --expose-gc. It takes 0.1 s, before the first request.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  await listen(app, config)
  if (isWaiting) await prepareAtLast(preparation, app.log, stopping.signal)
  if (stopping.signal.aborted) return
  running.outbox = services.outbox
  services.outbox.start(services.db, reportDeliveries(app.log, services.metrics))
  // The lock of the jobs belongs to a connection, which a pooler would change with every transaction.
  if (pooler) running.jobs = connect(direct, logLost, 1)
  running.housekeeping = startJobs({ ...services, db: running.jobs?.db ?? services.db }, app.log)
  running.clockChecks = startClockChecks(services.clock, app.log)
  running.exports = startMakingExports(services, app.log)
  running.forwarding = startCollecting(services, app.log)
  const readyText = `Accounts are ready at ${config.baseUrl}`
  // In production stdout contains only JSON, for the log collector.
  if (config.isProduction) app.log.info(readyText)
  else console.log(readyText)
  if (config.hasDevTools) introduceDemo(config)
  running.drainMs = config.drainMs
  process.send?.({ ready: config.baseUrl })
}

/** Starts forwarding to the configured collectors. */
function startCollecting({ config, db, keyring }: Services, log: FastifyBaseLogger): RepeatingJob[] {
  const { collector, errorCollector } = config
  const jobs = []
  if (collector)
    jobs.push({ records: 'analytics', forwardBatch: () => forwardBatch({ db, keyring, collector }) })
  if (errorCollector)
    jobs.push({ records: 'error reports', forwardBatch: () => forwardErrorReports(db, errorCollector) })
  return jobs.map((job) => startForwarding(job, log))
}

/** Turns a missing database into a StartError, so that development stops at once with an explanation. */
function explained(error: Error): never {
  if (asFailure(error).code !== 'overloaded' && !/^(28|3D)/.test((error as NodeJS.ErrnoException).code ?? ''))
    throw error
  throw new StartError(`DATABASE_URL: the database refuses the connection: ${faultOf(error)}`)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw portFault(error as NodeJS.ErrnoException, { name: 'PORT', port })
  }
}

function introduceDemo({ baseUrl }: Config): void {
  const names = demoUsers.map((user) => user.email ?? user.phoneNumber)
  console.log(`Messages sent are at ${baseUrl}/dev/inbox`)
  console.log(`Demo users, password ${demoPassword} (otp@foyer.test has none):\n  ${names.join('\n  ')}`)
}

/**
 * Stops the service. Readiness answers 503 first, so that the load balancer sends no further requests; then open
 * requests finish.
 */
async function stop(exitCode: number, reason: string): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  setTimeout(() => exit(1, `${reason}, not finished in time`), stopWithinMs).unref()
  running.app?.log.info({ reason }, 'stopping')
  // A stop during the start waits for the start, because a half-started service cannot be stopped in order.
  await begun.catch(() => {})
  const { app, drainMs } = running
  app?.log.info({ drainMs }, 'draining')
  await sleep(drainMs)
  await app?.close()
  app?.log.info('listener closed, every request answered or cut')
  await Promise.all([
    running.outbox?.stop(),
    running.providerPictures?.stop(),
    running.housekeeping?.stop(),
    running.clockChecks?.stop(),
    running.exports?.stop(),
    ...running.forwarding.map((job) => job.stop()),
  ])
  await running.stopTracing?.()
  // The metrics listener closes last, so that the figures of the last requests can still be scraped.
  if (running.metrics) await closeMetricsListener(running.metrics)
  const { database, health, jobs, replica } = running
  await Promise.all([database, health, jobs, replica].map((connections) => connections?.close()))
  await running.embedded?.stop()
  exit(exitCode, reason)
}

function exit(exitCode: number, reason: string): never {
  running.app?.log.info({ exitCode, reason }, 'exit')
  process.exit(exitCode)
}

let firstSignalAt: number | undefined

/**
 * Exits at once on a second signal. A signal within `sameSignalMs` of the first is the same Ctrl-C, delivered twice.
 */
function onSignal(signal: NodeJS.Signals): void {
  firstSignalAt ??= performance.now()
  if (performance.now() - firstSignalAt > sameSignalMs) exit(1, `second signal, ${signal}`)
  void stop(0, signal)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
// If another process started the service, the service ends with that process.
if (process.channel) process.on('disconnect', () => stop(0, 'the starting process ended'))

/** Returns true if the user of this process may not write to the folder; the error's message names the folder. */
function isForbidden(error: NodeJS.ErrnoException): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')
}

const begun = start()
begun.catch(async (error: Error) => {
  console.error(error instanceof StartError || isForbidden(error) ? error.message : error)
  await stop(1, 'the start failed')
})
