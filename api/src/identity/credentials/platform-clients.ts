/** Authenticates the platforms' servers that may redeem codes, from the registry file. Owner of the table platform_clients. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Client } from '../../kernel/config/registry-client.ts'
import type { Db } from '../../kernel/db/connect.ts'

/** A client of a platform or of an external site. */
export type PlatformClient = Client

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
