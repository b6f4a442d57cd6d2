/** The servers of platforms that may redeem codes, as the registry file lists them. Owner of the table platform_clients. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Platform } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export type PlatformClient = { id: string; platform: Platform; secretSha256: string; requiresPkce: boolean }

/** Notes every client of the registry, and those that are gone from it, so that sessions can point at them. */
export async function noteClients(db: Db, clients: readonly PlatformClient[]): Promise<void> {
  for (const { id, platform, secretSha256 } of clients) {
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

/** The client whose id and secret these are; null otherwise, in the same time. */
export function findClient(
  clients: readonly PlatformClient[],
  { id, secret }: { id: string; secret: string },
): PlatformClient | null {
  const client = clients.find((candidate) => candidate.id === id)
  const given = createHash('sha256').update(secret).digest()
  const wanted = Buffer.from(client?.secretSha256 ?? ''.padEnd(64, '0'), 'hex')
  return wanted.length === given.length && timingSafeEqual(wanted, given) && client ? client : null
}
