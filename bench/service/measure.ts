/** Repeats a task with a fixed number in flight, and measures its rate and duration. */

export type Measured = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** All completed operations, including those of the warm-up and after the end. */
  operations: number
}

/** The process that answers a load, and its database; a load without one runs in the load generator. */
export type Answering = { pid: number; database?: string }

/** One load of `npm run bench`: a repeated task, and the load with which its rate is compared. */
export type Load = {
  name: string
  title: string
  unit: string
  answeredBy?: Answering
  /** Prepares the load before costs are measured. */
  prepare?(seconds: number): Promise<unknown>
  run(seconds: number): Promise<Measured>
  /** `to` is the load to compare with, in the same round. */
  ratio?: { to: string; title: string; atLeast: number }
}

type Repetition = { inFlight: number; seconds: number; warmUpSeconds?: number }

/** A task returns this value if no work is left, which ends the load. */
export const isOver = Symbol('over')

/** Measures a task. `index` is the number of the task among those in flight. If a task throws, the benchmark fails. */
export async function measure(
  task: (index: number) => Promise<unknown>,
  { inFlight, seconds, warmUpSeconds = 0.5 }: Repetition,
): Promise<Measured> {
  const begin = performance.now() + warmUpSeconds * 1_000
  let end = begin + seconds * 1_000
  const times: number[] = []
  let operations = 0

  async function run(index: number): Promise<void> {
    for (let startedAt = performance.now(); startedAt < end; ) {
      const answer = await task(index)
      const endedAt = performance.now()
      if (answer === isOver) {
        end = Math.min(end, endedAt)
        return
      }
      operations += 1
      if (endedAt >= begin && endedAt < end) times.push(endedAt - startedAt)
      startedAt = endedAt
    }
  }

  await Promise.all(Array.from({ length: inFlight }, (_, index) => run(index)))
  const measuredSeconds = (end - begin) / 1_000
  return {
    perSecond: times.length / measuredSeconds,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    operations,
  }
}

/** Returns the value that this percentage of all values does not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Returns the median of each figure over several rounds. */
export function medianOf(rounds: readonly Measured[]): Omit<Measured, 'operations'> {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  }
}
