/**
 * Adapts the driver's pool to the query builder. It prepares each statement once per connection, because parsing and
 * planning is half the cost of a short statement, and discards a connection whose server is silent.
 */
import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { traced } from '../tracing/tracing.ts'

/**
 * Limits the prepared statements, because each length of a list makes another text; further statements are not
 * prepared.
 */
const mostNames = 500

type Counts = {
  /** Statements sent since the start. */
  sent: number
  /** How often no connection became free in time. */
  refused: number
}

export function preparedPool(pool: pg.Pool, isPreparing = true): PostgresPool & { counts(): Counts } {
  const names = new Map<string, string>()
  const counts: Counts = { sent: 0, refused: 0 }

  /** Returns the prepared name of a statement; undefined for a statement without parameters, and above the limit. */
  function nameOf(text: string, values: readonly unknown[]): string | undefined {
    if (!isPreparing) return undefined
    const known = names.get(text)
    if (known !== undefined || values.length === 0 || names.size >= mostNames) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }

  function prepared(client: pg.PoolClient): PostgresPoolClient {
    /** The error of a statement that the server did not answer. */
    let silence: Error | undefined

    async function query(text: string, given: readonly unknown[]): Promise<unknown> {
      // After a timeout the driver would keep the connection, and a rollback on it would time out as well.
      if (silence) throw silence
      const values = [...given]
      const name = nameOf(text, values)
      counts.sent += 1
      try {
        // The text has no values: they are parameters.
        return await traced(
          'client',
          operationOf(text),
          () => statementFacts(text),
          () => client.query({ text, values, ...(name && { name }) }),
        )
      } catch (error) {
        if (isOutdatedPlan(error)) return client.query({ text, values })
        if (!(error instanceof pg.DatabaseError)) silence = error as Error
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
        counts.refused += 1
        throw error
      }
    },
    end: () => pool.end(),
    counts: () => counts,
  }
}

/** Names a statement by its first word: select. */
function operationOf(text: string): string {
  return /[a-z]+/i.exec(text)?.[0]?.toLowerCase() ?? 'statement'
}

const shownCharacters = 500

function statementFacts(text: string) {
  const shown = text.replaceAll(/\s+/g, ' ').trim().slice(0, shownCharacters)
  return { 'db.system.name': 'postgresql', 'db.query.text': shown }
}

/** Returns true if a plan became invalid because a newer version of the service changed a table. */
function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}
