/** Config → database → services → app → listen; on a signal the same way back. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { connect, type Database } from './db/connect.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { demoPassword, demoUsers, seedDemoUsers } from './dev/demo-users.ts'
import { type RunningHousekeeping, startHousekeeping } from './housekeeping/start-housekeeping.ts'
import { logDelivery } from './outbox/delivery-log.ts'
import type { Outbox } from './outbox/outbox.ts'
import { openSecretsFile } from './secrets-file.ts'
import { openServices } from './services.ts'
import { StartError } from './start-error.ts'
import { openPages } from './web-pages.ts'

/** From the word to stop: requests under way are cut, and at last the process ends whatever hangs. */
const finishWithinMs = 12_000
const stopWithinMs = 25_000
const sameSignalMs = 1_000

type Running = {
  app?: FastifyInstance
  housekeeping?: RunningHousekeeping
  outbox?: Outbox
  database?: Database
  embedded?: EmbeddedDatabase | undefined
  drainMs: number
}

const running: Running = { drainMs: 0 }
let isStopping = false

async function start(): Promise<void> {
  const config = readConfig()
  running.embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase(join(config.dataFolder, 'postgres'))
  const connection = running.embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
  const logLost = (error: Error) => running.app?.log.warn({ err: error }, 'database connection lost')
  running.database = connect(connection, logLost, config.databasePoolSize)
  const { db } = running.database
  await migrate(db).catch((error) => {
    throw config.databaseUrl && isUnreachable(error) ? unreachable(error) : error
  })
  const services = await openServices(
    config,
    db,
    config.secrets ?? (await openSecretsFile(config.dataFolder)),
  )
  if (config.hasDevTools) await seedDemoUsers(services)
  const app = await createApp({ services, pages: await openPages(config), isStopping: () => isStopping })
  running.app = app
  await listen(app, config)
  running.outbox = services.outbox
  services.outbox.start(db, logDelivery(app.log))
  running.housekeeping = startHousekeeping(services, app.log)
  if (config.hasDevTools) introduceDemo(config)
  running.drainMs = config.drainMs
  process.send?.({ ready: config.baseUrl })
}

function isUnreachable(error: NodeJS.ErrnoException): boolean {
  return (
    /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28|3D)/.test(error.code ?? '') ||
    /timeout/.test(error.message)
  )
}

/** The driver's message names host or user, never the password. */
function unreachable(error: Error): StartError {
  return new StartError(`DATABASE_URL: the database does not let us in: ${error.message || String(error)}`)
}

async function listen(app: FastifyInstance, { host, port, baseUrl }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartError(`Port ${port} is taken: stop what listens there, or set PORT.`)
  }
  console.log(`Accounts are ready at ${baseUrl}`)
}

function introduceDemo({ baseUrl }: Config): void {
  const names = demoUsers.map((user) => user.email ?? user.phoneNumber)
  console.log(`Messages sent are at ${baseUrl}/dev/inbox`)
  console.log(`Demo users, password ${demoPassword} (otp@foyer.test has none):\n  ${names.join('\n  ')}`)
}

/** New requests are told 503 first, so that a load balancer turns away; then what is under way is finished. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), stopWithinMs).unref()
  // Told to stop while starting: what was half begun could not be taken down in order.
  await begun.catch(() => {})
  await sleep(running.drainMs)
  if (running.app) await close(running.app)
  await Promise.all([running.outbox?.stop(), running.housekeeping?.stop()])
  await running.database?.close()
  await running.embedded?.stop()
  process.exit(exitCode)
}

/** Requests under way are finished; one that never ends does not keep the house open. */
async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
  await app.close()
  clearTimeout(cut)
}

let firstSignalAt: number | undefined

/** A second signal means now; one that comes with the first is the same Ctrl-C, heard twice. */
function onSignal(): void {
  firstSignalAt ??= performance.now()
  if (performance.now() - firstSignalAt > sameSignalMs) process.exit(1)
  void stop(0)
}

process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
// Started by another process, this one goes when that is gone.
if (process.channel) process.on('disconnect', () => stop(0))

/** A folder that this user may not write: the message names it. */
function isForbidden(error: NodeJS.ErrnoException): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')
}

const begun = start()
begun.catch(async (error: Error) => {
  console.error(error instanceof StartError || isForbidden(error) ? error.message : error)
  await stop(1)
})
