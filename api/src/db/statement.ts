/** Runs the statements of hot paths without the query builder, which would build their text at each call. */
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'

const texts = new WeakMap<TemplateStringsArray, string>()

/**
 * Runs a statement whose text is always the same: only values are interpolated, and many items go in as arrays for
 * `unnest`. Resolves to the rows, with column names in camelCase. Rejects with the errors of the driver.
 */
export function statement<Row>(
  db: Db,
): (strings: TemplateStringsArray, ...values: readonly unknown[]) => Promise<Row[]> {
  return async (strings, ...values) => {
    let text = texts.get(strings)
    if (text === undefined) {
      text = strings.reduce((before, next, index) => `${before}${parameter(index, values[index - 1])}${next}`)
      texts.set(strings, text)
    }
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>)
    return rows
  }
}

/**
 * Hides an array from the planner. It would see the array's length, expect a plan for these few items to be much cheaper
 * than one for any number, and plan each call anew, which can take longer than the statement itself.
 */
function parameter(index: number, value: unknown): string {
  return Array.isArray(value) ? `(select $${index})` : `$${index}`
}

/** Hides an array in the same way in a statement of the query builder. */
export function hidden(array: readonly unknown[]): RawBuilder<unknown> {
  return sql`(select ${array})`
}
