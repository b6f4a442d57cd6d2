/** Searches logs, tables and metrics for forbidden canary values, in every possible encoding. */

import { sql } from 'kysely'
import type { Db } from '../kernel/db/connect.ts'

/** The sent values, by their description. */
export type Canaries = Record<string, string>

export type Cell = { name: string; text: string }

/** Returns `description in cell` for every value found. */
export function findCanaries(canaries: Canaries, cells: readonly Cell[]): string[] {
  const searches = Object.entries(canaries).map(([what, value]) => ({ what, isIn: searchFor(value) }))
  return cells.flatMap(({ name, text }) =>
    searches.filter(({ isIn }) => isIn(text)).map(({ what }) => `${what} in ${name}`),
  )
}

/** Returns every cell of every table; binary values also as text. */
export async function cellsOf(db: Db): Promise<Cell[]> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db)
  const cells: Cell[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db)
    for (const { row } of rows)
      for (const [column, value] of Object.entries(JSON.parse(row)))
        cells.push({ name: `${name}.${column}`, text: withBinaryDecoded(JSON.stringify(value)) })
  }
  return cells
}

/** Returns the names and labels of metrics without their figures, which may equal a code by chance. */
export function metricsCell(text: string): Cell {
  return { name: 'metrics', text: text.replaceAll(/ \S+$/gm, '') }
}

/** Appends the decoded text of bytea values, which Postgres prints as `\x…`. */
function withBinaryDecoded(text: string): string {
  const decoded = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  )
  return [text, ...decoded].join('\n')
}

/** Matches six digits only as a separate word, because times and hashes can contain them by chance. */
function searchFor(value: string): (text: string) => boolean {
  if (/^\d{6}$/.test(value)) {
    const word = new RegExp(`(?<![\\w.+-])${value}(?![\\w-])`)
    return (text) => word.test(text)
  }
  const forms = formsOf(value)
  return (text) => forms.some((form) => text.includes(form))
}

/** Returns the value, its URL and hex encodings, and its base64 at each offset within a longer text. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const base64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    // Cuts the ends, which depend on the neighbouring bytes.
    return whole.slice(offset === 0 ? 0 : 4, -4)
  })
  const url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))
  return [value, encodeURIComponent(value), bytes.toString('hex'), ...base64, ...url]
}
