/**
 * Discards a connection after a query timed out on it. The driver would keep it, and every later query would wait behind
 * the missing answer for as long as the network keeps the connection open.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

export function leaveSilentServers(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => leaveWhenSilent(await pool.connect()),
    end: () => pool.end(),
  }
}

function leaveWhenSilent(client: pg.PoolClient): PostgresPoolClient {
  let silence: Error | undefined

  async function query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    // A rollback on this connection would only time out once more.
    if (silence) throw silence
    try {
      return await client.query(sql, [...parameters])
    } catch (error) {
      if (/Query read timeout/.test((error as Error).message)) silence = error as Error
      throw error
    }
  }

  return {
    query: query as PostgresPoolClient['query'],
    release: () => client.release(silence !== undefined),
  }
}
