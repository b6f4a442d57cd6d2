/**
 * A connection on which an answer did not come in time is never used again. The driver would keep it: the next request
 * would wait behind the first one's answer, and the one after it, for as long as the network holds the connection.
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
    // The rollback of what was cut off would only wait once more.
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
