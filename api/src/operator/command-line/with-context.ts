/** Gives a command the configuration and database of the service, whether or not the service is running. */
import { join } from 'node:path'
import {
  type EmbeddedDatabase,
  joinEmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../../../embedded-postgres/src/embedded.ts'
import { findLogoutUriIn } from '../../identity/credentials/platform-clients.ts'
import { isBuilt } from '../../kernel/build-info.ts'
import { type Config, readConfig } from '../../kernel/config/config.ts'
import type { Environment } from '../../kernel/config/environment.ts'
import { openSecretsFile } from '../../kernel/config/secrets-file.ts'
import { type Connection, connect, type DatabaseBounds } from '../../kernel/db/connect.ts'
import { isMigrated } from '../../kernel/db/migrate.ts'
import { assertSupported } from '../../kernel/db/server-version.ts'
import { databaseNameOf } from '../../kernel/db/transport-security.ts'
import { createKeyring } from '../../kernel/keyring.ts'
import { openStorage } from '../../kernel/storage/open-storage.ts'
import { noBackChannel } from '../../messages/back-channel/back-channel-delivery.ts'
import { createOutbox } from '../../messages/outbox.ts'
import { type Command, CommandError, type Context } from './command.ts'

type Given = {
  env: Environment
  interrupted: AbortSignal
  /** Overrides some time limits of the database, for tests. */
  bounds?: Partial<DatabaseBounds> | undefined
}

/** Closes the connection and stops the database after `work`, even if it throws. */
export async function withContext<Result>(
  { isForAnySchema }: Command,
  { env, interrupted, bounds }: Given,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env)
  if (isBuilt) requireInstallation(config)
  const keyring = createKeyring(config.secrets ?? (await openSecretsFile(config.dataFolder)))
  const { connection, databaseName, stop } = await reachServer(config)
  try {
    const { db, close } = connect(connection, () => {}, 2, bounds)
    try {
      await assertSupported(db)
      if (!isForAnySchema && !(await isMigrated(db))) {
        throw new CommandError('The database is not at the schema of this version: run migrate first')
      }
      const outbox = createOutbox({
        keyring,
        installation: config,
        senders: { email: null, sms: null },
        keepsContent: false,
        backChannel: { ...noBackChannel, findLogoutUri: findLogoutUriIn(db, config.registry.clients) },
      })
      const storage = openStorage(config)
      return await work({ config, db, connection, databaseName, keyring, outbox, storage, interrupted })
    } finally {
      await close()
    }
  } finally {
    await stop()
  }
}

/**
 * A built command line requires the installation's settings. From sources, it may use the embedded database and the
 * generated secrets of development.
 */
function requireInstallation({ databaseUrl, secrets }: Config): void {
  const missing = [...(databaseUrl ? [] : ['DATABASE_URL']), ...(secrets ? [] : ['FOYER_SECRETS'])]
  if (missing.length === 0) return
  throw new CommandError(
    `${missing.join(' and ')} must be set: give the command line the environment of the service`,
  )
}

type Server = { connection: Connection; databaseName: string; stop(): Promise<void> }

async function reachServer(config: Config): Promise<Server> {
  const { databaseDirectUrl } = config
  if (databaseDirectUrl) {
    const connection = { connectionString: databaseDirectUrl }
    return { connection, databaseName: databaseNameOf(databaseDirectUrl), stop: async () => {} }
  }
  const folder = join(config.dataFolder, 'postgres')
  return { ...(await reachEmbedded(folder)), databaseName: `embedded in ${folder}` }
}

async function reachEmbedded(folder: string): Promise<EmbeddedDatabase> {
  const joined = await joinEmbeddedDatabase(folder)
  if (joined) return joined
  try {
    return await startEmbeddedDatabase(folder)
  } catch (error) {
    // A service that was starting may have started the database in the meantime.
    const late = await joinEmbeddedDatabase(folder)
    if (late) return late
    throw error
  }
}
