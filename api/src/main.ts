/** Config → database → services → app → listen; on a signal the same way back. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { connect, type Database } from './db/connect.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { demoPassword, demoUsers, seedDemoUsers } from './dev/demo-users.ts'
import { openSecretsFile } from './secrets-file.ts'
import { openServices } from './services.ts'
import { openPages } from './web-pages.ts'

const stopWithinMs = 25_000

type Running = {
  app?: FastifyInstance
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
  await migrate(db)
  const services = await openServices(
    config,
    db,
    config.secrets ?? (await openSecretsFile(config.dataFolder)),
  )
  if (config.hasDevTools) await seedDemoUsers(services)
  const app = await createApp({ services, pages: await openPages(config), isStopping: () => isStopping })
  running.app = app
  await listen(app, config)
  if (config.hasDevTools) introduceDemo(config)
  running.drainMs = config.drainMs
  process.send?.({ ready: config.baseUrl })
}

async function listen(app: FastifyInstance, { host, port, baseUrl }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError(`Port ${port} is taken: stop what listens there, or set PORT.`)
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
  if (isStopping) process.exit(1)
  isStopping = true
  setTimeout(() => process.exit(1), stopWithinMs).unref()
  await sleep(running.drainMs)
  await running.app?.close()
  await running.database?.close()
  await running.embedded?.stop()
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
// Started by another process, this one goes when that is gone.
if (process.channel) process.on('disconnect', () => stop(0))

start().catch(async (error: Error) => {
  console.error(error instanceof ConfigError ? error.message : error)
  await stop(1)
})
