/**
 * Gives the driver's pool to the query builder: prepares each statement once per connection, because parsing and planning
 * is half the cost of a short statement, and discards the connection of a silent server.
 */
import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Bounds the prepared statements, since the length of a list changes the text; further statements are sent unprepared. */
const mostNames = 500

/** `refused` returns how often no connection became free in time. */
export function preparedPool(pool: pg.Pool): PostgresPool & { refused(): number } {
  const names = new Map<string, string>()
  let refused = 0

  /** Names a statement with parameters; undefined for any other, and once there are too many. */
  function nameOf(text: string, values: readonly unknown[]): string | undefined {
    const known = names.get(text)
    if (known !== undefined || values.length === 0 || names.size >= mostNames) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }

  function prepared(client: pg.PoolClient): PostgresPoolClient {
    let silence: Error | undefined

    async function query(text: string, given: readonly unknown[]): Promise<unknown> {
      // The driver would keep the connection, and a rollback on it would time out as well.
      if (silence) throw silence
      const values = [...given]
      const name = nameOf(text, values)
      try {
        return await client.query({ text, values, ...(name && { name }) })
      } catch (error) {
        if (isOutdatedPlan(error)) return client.query({ text, values })
        if (/Query read timeout/.test((error as Error).message)) silence = error as Error
        throw error
      }
    }

    return {
      query: query as PostgresPoolClient['query'],
      release: () => client.release(silence !== undefined),
    }
  }

  return {
    options: pool.options,
    async connect() {
      try {
        return prepared(await pool.connect())
      } catch (error) {
        refused += 1
        throw error
      }
    },
    end: () => pool.end(),
    refused: () => refused,
  }
}

/** Recognises a plan that became invalid because a newer version of the service changed a table. */
function isOutdatedPlan(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && /cached plan/.test(message ?? '')
}
