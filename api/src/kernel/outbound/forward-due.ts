/** Sends due rows to an operator's collector at least once. The collector recognises duplicates by their `id`. */
import { boundedCall } from './bounded-call.ts'

export type Collector = { url: string; token: string | null }

export type Waits = { firstSeconds: number; maxSeconds: number }

/** Reads and updates the rows of one table that a collector receives. */
type DueRows<Row> = {
  /** Claims up to `limit` due rows for `leaseSeconds`; other copies of the service skip them during that time. */
  claim(limit: number, leaseSeconds: number): Promise<Row[]>
  /** Returns true for a row that is too old to send. */
  isStale?(row: Row): boolean
  toWire(row: Row): object
  /** Marks rows as finished: the collector received them, or they are too old to send. */
  settle(rows: readonly Row[], isDelivered: boolean): Promise<void>
  /** Schedules another attempt to send the rows; the wait grows with each attempt. */
  postpone(rows: readonly Row[], waits: Waits): Promise<void>
}

export type Forwarded = {
  count: number
  /** The number of rows that were too old to send. */
  dropped: number
  /** The reason why the collector did not receive the batch. */
  error?: Error
}

export const batchSize = 100
const answerMs = 3_000
/** Longer than any request to the collector. After a crash another copy of the service sends the batch again. */
const leaseSeconds = 30
const waits: Waits = { firstSeconds: 5, maxSeconds: 600 }

/** Claims and sends one batch. */
export async function forwardDue<Row>(collector: Collector, rows: DueRows<Row>): Promise<Forwarded> {
  const due = await rows.claim(batchSize, leaseSeconds)
  const stale = due.filter((row) => rows.isStale?.(row))
  const fresh = due.filter((row) => !rows.isStale?.(row))
  if (stale.length > 0) await rows.settle(stale, false)
  const forwarded = { count: due.length, dropped: stale.length }
  if (fresh.length === 0) return forwarded
  try {
    await send(collector, { batch: fresh.map((row) => rows.toWire(row)) })
  } catch (error) {
    await rows.postpone(fresh, waits)
    return { ...forwarded, error: error as Error }
  }
  await rows.settle(fresh, true)
  return forwarded
}

async function send({ url, token }: Collector, batch: object): Promise<void> {
  const { status } = await boundedCall(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(batch),
    signal: AbortSignal.timeout(answerMs),
  })
  if (status < 200 || status > 299) throw new Error(`The collector answered ${status}`)
}
