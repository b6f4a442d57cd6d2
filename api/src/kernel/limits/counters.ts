/** Has the SQL that all statements use to count attempts in a window, and divides batched counts among requests. */
import { sql } from 'kysely'

/** The state of a counter: its attempts, and the seconds until its window ends. */
export type Counter = { count: number; wait: number }

/** The count after `excluded.count` more attempts, in an update of the row `a`. After the end of the window it starts again. */
export const countInWindow = sql`case when a.window_ends_at > clock_timestamp() then a.count + excluded.count else excluded.count end`

/** The end of the window in the same update. */
export const windowEnd = sql`case when a.window_ends_at > clock_timestamp() then a.window_ends_at else excluded.window_ends_at end`

/** The column `wait` of a counter. */
export const waitOfWindow = sql`extract(epoch from window_ends_at - clock_timestamp())::float8 as wait`

type Counting = { key: string; weight?: number }

/**
 * Returns the counters of each request as if the requests had arrived one after another, although one statement added the
 * sum of all attempts. Starts with the last request, because each counter includes all attempts of the statement.
 */
export function countersOfEach(
  rows: readonly (Counter & { key: string })[],
  requests: readonly (readonly Counting[])[],
): Counter[][] {
  const counters = new Map(rows.map(({ key, count, wait }) => [key, { count, wait }]))
  function takeOff({ key, weight = 1 }: Counting): Counter {
    const counter = counters.get(key)
    if (!counter) throw new Error('A counter is missing in the answer of the database')
    const { count, wait } = counter
    counter.count -= weight
    return { count, wait }
  }
  const fromLast = requests.toReversed().map((counted) => counted.toReversed().map(takeOff).toReversed())
  return fromLast.toReversed()
}
