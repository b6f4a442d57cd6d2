/** Runs the statements of hot paths without the query builder, which costs as much as the driver does. */
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Db, poolOf } from './connect.ts'

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
    return run<Row>(db, text, values)
  }
}

async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  const client = await poolOf(db)?.connect()
  if (!client) return (await db.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>)).rows
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    return inCamelCase(rows) as Row[]
  } finally {
    client.release()
  }
}

function inCamelCase(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const columns = Object.keys(rows[0] ?? {})
  const names = columns.map(camelCase)
  if (names.every((name, index) => name === columns[index])) return rows
  return rows.map((row) => {
    const renamed: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) renamed[names[index] ?? column] = row[column]
    return renamed
  })
}

const camelNames = new Map<string, string>()

function camelCase(column: string): string {
  const name = camelNames.get(column) ?? column.replaceAll(/_(.)/g, (_, first: string) => first.toUpperCase())
  camelNames.set(column, name)
  return name
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
