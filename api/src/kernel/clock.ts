/**
 * Compares the clock of this copy with the database's, which all copies share. The copy's clock sets `iat` and `exp` of
 * tokens: a slow clock issues expired tokens, a fast clock issues tokens that live too long.
 */
import { sql } from 'kysely'
import type { Db } from './db/connect.ts'
import type { Metrics } from './metrics/metrics.ts'
import { type RepeatingJob, startRepeatingJob } from './repeating-job.ts'

/** A difference up to this many seconds is not reported. */
const tellSeconds = 5
/** Above this difference in seconds the copy is not ready. */
const unreadySeconds = 60

export type Clock = {
  /**
   * Measures the difference. Returns the warning for the log, or null. A failed measurement throws and keeps the last
   * result.
   */
  compare(): Promise<string | null>
  /** Returns true if the last comparison found too large a difference to issue tokens. */
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

/**
 * Measures the difference in seconds. The database reads its clock about halfway through the round trip; waiting for a
 * connection is not part of the measurement.
 */
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

/** Compares the clocks every minute, in every copy, because each copy has its own clock. */
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
