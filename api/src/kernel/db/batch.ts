/**
 * Runs operations that arrive together as one statement, so that a statement costs less the higher the load is. An
 * operation that arrives alone does not wait. docs/decisions/load.md says when to use it.
 */
import { DatabaseError } from 'pg'
import { type Db, databaseBounds } from './connect.ts'

type BatchOptions = {
  /** The most items of one statement. */
  maxItems?: number
  /** The most statements at the same time. The second starts once items have waited for `patienceMs`. */
  lanes?: number
  /** The longest wait for a lane. */
  waitMs?: number
}

type Entry<Item, Result> = {
  item: Item
  since: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/** An item of a refused statement is tried alone within this multiple of the longest wait for a lane. */
const retriedWithin = 3

/** While a statement runs, later items collect for this long before the next lane takes them. */
const patienceMs = 10

/**
 * Turns a statement on many items into an operation on one. `runTogether` returns its results in the order of its items.
 * It is one statement or one transaction, tolerates equal items, locks rows in the order of their keys, so that two
 * batches never wait for each other in a circle, and treats its items as if they came one after another.
 *
 * If the database refuses the statement, each item is tried alone in turn, so that one bad item fails alone. A lost connection
 * rejects all items, because their statement may have been committed. An item waits for a lane as long as a statement
 * waits for a connection, and is then rejected (503 `overloaded`). In a transaction an operation runs alone, as part of it.
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
      enqueue = createQueue((items) => runTogether(db, items), options)
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
  { waitMs = databaseBounds.connectMs, maxItems = 64, lanes = 2 }: BatchOptions,
): (item: Item) => Promise<Result> {
  const waiting: Entry<Item, Result>[] = []
  let running = 0
  let isStarting = false
  let isWatching = false

  function enqueue(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ item, since: performance.now(), resolve, reject })
    if (running === 0) startSoon()
    else if (!isWatching) watch()
    return promise
  }

  /** Starts after everything else that arrives in this turn of the event loop. */
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
      const results = await run(entries.map(({ item }) => item))
      for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (entries.length === 1 || !isRefusal(error)) for (const { reject } of entries) reject(error)
      else await settleEach(entries, error)
    }
  }

  /** In their order, as if they had come one after another; an item that has waited too long by then is rejected. */
  async function settleEach(entries: readonly Entry<Item, Result>[], error: unknown): Promise<void> {
    for (const entry of entries) {
      if (performance.now() - entry.since > retriedWithin * waitMs) entry.reject(error)
      else await settle([entry])
    }
  }

  /** Looks after the items that wait for a lane, as long as there are any. */
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
 * Recognises an error that only ended the statement: its transaction was rolled back. A statement that took too long would
 * not be quicker in parts (57014, query_canceled), and class 57P ends the connection.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR' && !error.code?.startsWith('57')
}
