/** Samples what may grow while the service runs for long, and judges whether the second half grew. */
import { readdirSync } from 'node:fs'
import type pg from 'pg'
import { memoryOf, metricOf } from './process-figures.ts'
import type { Figure } from './report.ts'

/** One sample: a value for each name. */
export type Sample = Readonly<Record<string, number>>

type Growth = {
  unit: string
  /** The growth from the third to the last quarter that is no leak: this share or this much, whichever is more. */
  share: number
  atLeast: number
}

/** Rows that end wait for the next run of the jobs and of autovacuum, so a table breathes. */
const growthOfSizes: Growth = { unit: 'MB', share: 0.1, atLeast: 4 }
const growths: Readonly<Record<string, Growth>> = {
  memory: { unit: 'MB', share: 0.1, atLeast: 16 },
  'heap in use': { unit: 'MB', share: 0.15, atLeast: 16 },
  descriptors: { unit: '', share: 0, atLeast: 8 },
  // The pool closes idle connections and opens them again.
  'connections to the database': { unit: '', share: 0, atLeast: 6 },
}

/**
 * Compares the highest values of the third and the last quarter. The first half is not judged: code is compiled, pools
 * open their connections, and tables get their size.
 */
export function judge(samples: readonly Sample[]): Figure[] {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) throw new Error('A soak needs at least four samples')
  const third = samples.slice(-2 * quarter, -quarter)
  const last = samples.slice(-quarter)
  return Object.keys(samples[0] ?? {}).map((name) => {
    const highest = (of: readonly Sample[]) => Math.max(...of.map((sample) => sample[name] ?? Number.NaN))
    const { unit, share, atLeast } = growths[name] ?? growthOfSizes
    const before = highest(third)
    const first = samples[0]?.[name] ?? Number.NaN
    return {
      name: `${name} (${Math.round(first)} at the start, ${before.toFixed(1)} in the third quarter)`,
      value: highest(last),
      unit,
      target: { atMost: before + Math.max(before * share, atLeast) },
    }
  })
}

export function hasGrown(figures: readonly Figure[]): boolean {
  // NaN counts as growth: a value that could not be read proves nothing.
  return figures.some(
    ({ value, target }) => !(target && 'atMost' in target && Number(value) <= target.atMost),
  )
}

/** Tables that keep every row for months by design, so their growth is reported, but not judged. */
export const keptTable = 'audit_events'

/** Reads all values at once; sizes are in MB of 2^20 bytes. */
export async function takeSample(client: pg.Client, pid: number): Promise<{ judged: Sample; kept: number }> {
  const { rows: activity } = await client.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'foyer'`,
  )
  // Partitions count to their table.
  const { rows: tables } = await client.query(
    `select coalesce(whole.relname, part.relname) as name,
       sum(pg_table_size(part.oid))::float8 / 1048576 as rows, sum(pg_indexes_size(part.oid))::float8 / 1048576 as indexes
     from pg_class as part join pg_namespace on pg_namespace.oid = part.relnamespace and nspname = 'public'
     left join pg_inherits on inhrelid = part.oid left join pg_class as whole on whole.oid = inhparent
     where part.relkind = 'r' group by 1 order by 1`,
  )
  const sizes = tables.filter(({ name }) => name !== keptTable)
  const kept = tables.find(({ name }) => name === keptTable)
  return {
    judged: {
      memory: memoryOf(pid).nowMb,
      'heap in use': (await metricOf('nodejs_heap_size_used_bytes')) / 1_048_576,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      'connections to the database': activity[0].count,
      ...Object.fromEntries(
        sizes.flatMap(({ name, rows, indexes }) => [
          [`table ${name}`, rows],
          [`indexes of ${name}`, indexes],
        ]),
      ),
    },
    kept: kept ? kept.rows + kept.indexes : Number.NaN,
  }
}
