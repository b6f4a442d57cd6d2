/**
 * Finds and authenticates clients: those of the registry file, and those that the command line registered. Owner of the table
 * platform_clients.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Client } from '../../kernel/config/registry-client.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { FindLogoutUri } from '../../messages/back-channel/logout-queue.ts'
import { type ClientDefinition, clientOf, type StoredSecret } from './client-definition.ts'

/** A client of a platform or of an external site. */
export type PlatformClient = Client

/** Tells a platform's client from those of external sites and third parties, among the clients of the registry. */
export function isOwnPlatformIn(listed: readonly PlatformClient[]): (clientId: string) => boolean {
  const own = listed.filter(({ external, openid }) => external === null && openid?.isThirdParty !== true)
  const ids = new Set(own.map(({ id }) => id))
  return (clientId) => ids.has(clientId)
}

/** Stores every client of the registry, and marks removed clients, to which sessions may still refer. */
export async function storeClients(db: Db, clients: readonly PlatformClient[]): Promise<void> {
  for (const { id, platforms, external, secretSha256s } of clients) {
    const [secretSha256 = ''] = secretSha256s
    const platform = external ?? platforms[0] ?? ''
    await db
      .insertInto('platformClients')
      .values({ id, platform, secretSha256 })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ platform, secretSha256, removedAt: null }),
      )
      .execute()
  }
  const ids = clients.map((client) => client.id)
  await db
    .updateTable('platformClients')
    .set({ removedAt: sql`clock_timestamp()` })
    .where('removedAt', 'is', null)
    .where('definition', 'is', null)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
}

/** Finds the client with this id and secret. An unknown id takes as long as a wrong secret. */
export function findClient(
  clients: readonly PlatformClient[],
  { id, secret }: { id: string; secret: string },
): PlatformClient | null {
  const client = clients.find((candidate) => candidate.id === id)
  const given = createHash('sha256').update(secret).digest()
  const right = (client?.secretSha256s ?? [''.padEnd(64, '0')]).filter((hash) =>
    timingSafeEqual(Buffer.from(hash, 'hex'), given),
  )
  return client && right.length > 0 ? client : null
}

export type StoredClient = {
  definition: ClientDefinition
  secrets: readonly StoredSecret[]
  disabledAt: Date | null
}

/** Lists the clients that the command line registered, by id. */
export async function listStoredClients(db: Db): Promise<StoredClient[]> {
  const rows = await db
    .selectFrom('platformClients')
    .select(['definition', 'secrets', 'disabledAt'])
    .where('definition', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ definition, secrets, disabledAt }) => ({
    definition: definition as ClientDefinition,
    secrets: secrets ?? [],
    disabledAt,
  }))
}

/** Returns whether the platforms file has ever listed a client with this id. */
export async function isListedClient(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('platformClients').select('id').where('id', '=', id)
  return (await query.where('definition', 'is', null).executeTakeFirst()) !== undefined
}

/** Inserts a client, or replaces its definition, secrets and state. */
export async function storeClient(db: Db, { definition, secrets, disabledAt }: StoredClient): Promise<void> {
  const { id, platform } = definition
  const columns = {
    platform,
    definition: JSON.stringify(definition),
    secrets: JSON.stringify(secrets),
    disabledAt,
  }
  await db
    .insertInto('platformClients')
    .values({ id, secretSha256: '', ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

export type Clients = {
  /** The clients of the file and those that the command line registered, without disabled ones. */
  all(): Promise<readonly PlatformClient[]>
}

/** A change by the command line reaches each copy of the service within this time. */
const maxAgeMs = 1_000

/** While the database is unreachable, the last known clients are used. An id of the file is never that of another client. */
export function openClients(db: Db, listed: readonly PlatformClient[]): Clients {
  let known = listed
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  const ids = new Set(listed.map(({ id }) => id))

  async function read(): Promise<void> {
    const stored = await listStoredClients(db)
    const open = stored.filter(({ definition, disabledAt }) => disabledAt === null && !ids.has(definition.id))
    const now = Date.now()
    known = [...listed, ...open.map(({ definition, secrets }) => clientOf(definition, secrets, now))]
  }

  return {
    async all() {
      if (performance.now() - readAt > maxAgeMs) {
        reading ??= read()
          .catch(() => {})
          .finally(() => {
            readAt = performance.now()
            reading = null
          })
      }
      if (reading) await reading
      return known
    },
  }
}

/** Finds logout URIs; reads the database, in the caller's transaction, only for a client that is not in the file. */
export function findLogoutUriIn(db: Db, listed: readonly PlatformClient[]): FindLogoutUri {
  const uris = new Map(listed.map(({ id, backchannelLogoutUri }) => [id, backchannelLogoutUri]))
  return async (id, trx = db) => {
    const uri = uris.get(id)
    if (uri !== undefined) return uri
    const row = await trx
      .selectFrom('platformClients')
      .select('definition')
      .where('id', '=', id)
      .where('definition', 'is not', null)
      .executeTakeFirst()
    return (row?.definition as ClientDefinition | undefined)?.backchannelLogoutUri ?? null
  }
}
