/**
 * Runs operations that arrive together as one statement, so that statements get cheaper as the load rises. A single
 * operation does not wait. docs/decisions/load.md says when to use it.
 */
import { DatabaseError } from 'pg'
import { keepTrace } from '../tracing/tracing.ts'
import { boundsOf, type Db } from './connect.ts'

type BatchOptions = {
  /** The maximum number of items in one statement. */
  maxItems?: number
  /** The maximum number of parallel statements. While one runs, the next starts after `patienceMs`. */
  lanes?: number
  /** The longest wait for a statement to start; without it, the database's wait for a connection. */
  waitMs?: number
}

type Entry<Item, Result> = {
  item: Item
  since: number
  /** Runs the statement in the trace of this item. */
  inTrace: ReturnType<typeof keepTrace>
  resolve(result: Result): void
  reject(error: unknown): void
}

/** After a refused statement, items are retried until this multiple of `waitMs` has passed. */
const retriedWithin = 3

/** While a statement runs, new items collect for this many ms before a parallel statement takes them. */
const patienceMs = 10

/**
 * Turns a statement on many items into an operation on one item. `runTogether` returns its results in the order of its
 * items. It must be one statement or one transaction, accept equal items, lock rows in key order, so that two batches
 * never deadlock, and treat its items as if they came one after another.
 *
 * If the database refuses the statement, each item runs again in a separate statement, so that only the bad item fails.
 * A lost connection rejects all items, because their statement may have been committed. An item that has waited for
 * `waitMs` is rejected (503 `overloaded`). Inside a transaction, an operation runs at once as part of it.
 */
export function batched<Item, Result>(
  runTogether: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
  options: BatchOptions = {},
): (db: Db, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, (item: Item) => Promise<Result>>()
  return (db, item) => {
    if (db.isTransaction) return runAlone(db, item)
    let enqueue = queues.get(db)
    if (!enqueue) {
      const waitMs = boundsOf(db).connectMs
      enqueue = createQueue((items) => runTogether(db, items), { waitMs, ...options })
      queues.set(db, enqueue)
    }
    return enqueue(item)
  }

  async function runAlone(trx: Db, item: Item): Promise<Result> {
    const [result] = await runTogether(trx, [item])
    return result as Result
  }
}

function createQueue<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { waitMs, maxItems = 64, lanes = 2 }: BatchOptions & { waitMs: number },
): (item: Item) => Promise<Result> {
  const waiting: Entry<Item, Result>[] = []
  let running = 0
  let isStarting = false
  let isWatching = false

  function enqueue(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ item, since: performance.now(), inTrace: keepTrace(), resolve, reject })
    if (running === 0) startSoon()
    else if (!isWatching) watch()
    return promise
  }

  /** Starts after all other items of this event-loop tick have arrived. */
  function startSoon(): void {
    if (isStarting || waiting.length === 0) return
    isStarting = true
    setImmediate(() => {
      isStarting = false
      start()
    })
  }

  function start(): void {
    const entries = waiting.splice(0, maxItems)
    if (entries.length === 0) return
    running += 1
    void settle(entries).finally(() => {
      running -= 1
      startSoon()
    })
  }

  async function settle(entries: readonly Entry<Item, Result>[]): Promise<void> {
    try {
      // A statement of several requests is in the trace of the first.
      const inTrace = entries[0]?.inTrace ?? keepTrace()
      const results = await inTrace(() => run(entries.map(({ item }) => item)))
      for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (entries.length === 1 || !isRefusal(error)) for (const { reject } of entries) reject(error)
      else await settleEach(entries, error)
    }
  }

  /** Runs the items one by one, in their order; rejects an item that has waited too long by then. */
  async function settleEach(entries: readonly Entry<Item, Result>[], error: unknown): Promise<void> {
    for (const entry of entries) {
      if (performance.now() - entry.since > retriedWithin * waitMs) entry.reject(error)
      else await settle([entry])
    }
  }

  /** Rejects items that waited too long and starts parallel statements, while any item waits. */
  function watch(): void {
    isWatching = waiting.length > 0
    if (!isWatching) return
    setTimeout(() => {
      const since = performance.now() - waitMs
      while (waiting[0] && waiting[0].since < since)
        waiting.shift()?.reject(new Error('timeout exceeded when trying to join a batch'))
      if (running < lanes) start()
      watch()
    }, patienceMs)
  }

  return enqueue
}

/**
 * Returns true for an error that only ended the statement and rolled it back. It excludes 57014 (query_canceled),
 * because the parts of a slow statement would be slow too, and class 57P, which ends the connection.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR' && !error.code?.startsWith('57')
}
