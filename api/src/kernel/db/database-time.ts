/** Writes times by the database's clock, which all copies of the service share. */
import { sql } from 'kysely'

export function secondsFromNow(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}
