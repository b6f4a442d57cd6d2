/**
 * Compares the clock of this copy with the database's, which all copies share. Tokens get `iat` and `exp` from the copy's
 * clock: a copy that is behind issues expired tokens, one that is ahead issues tokens that live too long.
 */
import { sql } from 'kysely'
import type { Db } from './db/connect.ts'
import type { Metrics } from './metrics/metrics.ts'
import { type RepeatingJob, startRepeatingJob } from './repeating-job.ts'

/** Up to this difference the clock is right. */
const tellSeconds = 5
/** Above this difference the copy is not ready. */
const unreadySeconds = 60

export type Clock = {
  /** Measures the difference. Returns the warning for the log, or null. A failure throws and leaves the last state. */
  compare(): Promise<string | null>
  /** Returns true while the last comparison found the clock too far off for tokens. */
  isFarOff(): boolean
}

export function createClock(db: Db, { gauge }: Metrics): Clock {
  let aheadSeconds = Number.NaN
  const isFarOff = () => Math.abs(aheadSeconds) > unreadySeconds
  gauge({
    name: 'foyer_clock_difference_seconds',
    help: "Seconds by which the clock is ahead of the database's",
    read: () => aheadSeconds,
  })
  return {
    isFarOff,
    async compare() {
      aheadSeconds = await measure(db)
      const seconds = Math.abs(aheadSeconds)
      if (seconds <= tellSeconds) return null
      const direction = aheadSeconds > 0 ? 'ahead of' : 'behind'
      const effect = isFarOff() ? ': not ready' : ''
      return `the clock is ${seconds.toFixed(1)} s ${direction} the database's${effect}`
    },
  }
}

/** The database reads its clock about halfway through the round trip. The wait for a connection comes before. */
function measure(db: Db): Promise<number> {
  return db.connection().execute(async (connection) => {
    const askedAt = Date.now()
    const startedAt = performance.now()
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(connection)
    const halfway = askedAt + (performance.now() - startedAt) / 2
    const at = rows[0]?.at.getTime() ?? Number.NaN
    return (halfway - at) / 1_000
  })
}

type Log = { warn(details: object, message: string): void }

/** Compares the clocks every minute, in every copy, since each copy has a clock of its own. */
export function startClockChecks(
  clock: Clock,
  log: Log,
  { firstAfterMs, everyMs } = { firstAfterMs: 60_000, everyMs: 60_000 },
): RepeatingJob {
  return startRepeatingJob(
    async () => {
      try {
        const warning = await clock.compare()
        if (warning) log.warn({}, warning)
      } catch (error) {
        log.warn({ err: error }, "the clock was not compared with the database's")
      }
      return everyMs
    },
    { firstAfterMs },
  )
}
