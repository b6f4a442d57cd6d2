/** Wraps a pool and counts how often it had no free connection. */
import type { PostgresPool } from 'kysely'

export function countRefusals(pool: PostgresPool): PostgresPool & { refused(): number } {
  let refused = 0
  return {
    options: pool.options,
    async connect() {
      try {
        return await pool.connect()
      } catch (error) {
        refused += 1
        throw error
      }
    },
    end: () => pool.end(),
    refused: () => refused,
  }
}
