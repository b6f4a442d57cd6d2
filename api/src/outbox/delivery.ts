/**
 * Sends queued messages: takes due ones under a lease, with one lane for each channel so that a slow mail server delays
 * no SMS. The lane says how a message is sent; leases, retries, expiry and giving up are the same for all. No database
 * transaction is open during a call to another server.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { type Claim, claimMessages } from './messages.ts'
import type { DeliveryReport, DeliveryTiming, Lane } from './try-message.ts'
import { recordTry, tryMessage } from './try-message.ts'

/** A message may be written before its transaction commits, so the worker queries at once and then a few times more. */
const pollsAfterWakeMs = [10, 40, 150, 400]
/** A query that found some messages, but few, is followed by a pause of this length, in which more collect. */
const collectMs = 30
/** A message begins this long after its request was written: the time of the answer must not tell whether there is one. */
const answersFirstMs = 5

/** A place for a message that is about to be written under a lease of this worker. */
export type Place = {
  leaseMs: number
  /** Sends the message, which has been committed. */
  send(claim: Claim): void
  /** Gives the place back: nothing was written. */
  leave(): void
}

/** A message under a lease of this process that waits for its turn. */
type Waiting = { claim: Claim; startsAt: number }

export type DeliveryWorker = {
  wake(): void
  /** Returns null while many messages wait here or some in the queue, and for a channel with a limit by target. */
  reserve(): Place | null
  /** Takes no more messages, and finishes or releases the current ones. */
  stop(): Promise<void>
}

export function startDeliveryWorker(db: Db, lane: Lane, report: DeliveryReport): DeliveryWorker {
  const { channel, timing } = lane
  /** The tries in progress, with their targets. */
  const running = new Map<Promise<void>, string | null>()
  let reserved = 0
  const waiting: Waiting[] = []
  /** If all those before it take the longest time, the last one still ends within its lease. */
  const mostWaiting = timing.perTarget ? 0 : timing.concurrency * Math.max(0, leasedTries(timing) - 2)
  const capacity = timing.concurrency + mostWaiting
  /** A try that begins later in the lease may last longer than the lease. */
  const latestStartMs = timing.leaseMs - Math.min(timing.tryMs, timing.leaseMs / 2)
  let nextStart: NodeJS.Timeout | undefined
  /** Messages may wait in the queue: new ones are queued behind them. */
  let isBehind = false
  /** A query for each message would cost more than sending it. */
  const leastRoom = timing.perTarget ? 1 : Math.ceil(timing.concurrency / 4)
  const aborting = new AbortController()
  let isStopping = false
  let pauses: number[] = []
  let isWoken = false
  let wakeUp = () => {}
  let isReachable = true
  const stopped = run()

  async function run(): Promise<void> {
    while (!isStopping) {
      const room = capacity - held()
      // While messages wait here there is no hurry, and a query costs less for many.
      const leastWanted = isBehind && waiting.length > 0 ? Math.ceil(capacity / 2) : leastRoom
      if (room < leastWanted) {
        await (running.size > 0 ? Promise.race(running.keys()) : sleep(collectMs))
        continue
      }
      // One at a time keeps the number of each target exact. While no message waits, new ones find the other half free.
      const count = timing.perTarget ? 1 : isBehind ? room : Math.ceil(room / 2)
      isWoken = false
      reserved += count
      const taken = await take(count)
      reserved -= count
      isBehind = taken === count
      if (taken < count) await waitForWork(taken)
    }
  }

  async function take(count: number): Promise<number> {
    try {
      const claims = await claimMessages(db, {
        channel,
        count,
        leaseMs: timing.leaseMs,
        busyTargets: busyTargets(),
      })
      isReachable = true
      if (isStopping) await Promise.all(claims.map(release))
      else for (const claim of claims) waiting.push({ claim, startsAt: performance.now() })
      startWaiting()
      return claims.length
    } catch (error) {
      if (isReachable) report.unreachable(error)
      isReachable = false
      pauses = []
      return 0
    }
  }

  function release(claim: Claim): Promise<void> {
    return recordTry(db, { claim, ending: { kind: 'released' }, report, stopSignal: aborting.signal })
  }

  function held(): number {
    return running.size + waiting.length + reserved
  }

  function startWaiting(): void {
    clearTimeout(nextStart)
    const now = performance.now()
    for (let [next] = waiting; next && running.size < timing.concurrency; [next] = waiting) {
      const { claim, startsAt } = next
      if (startsAt > now && !isStopping) {
        nextStart = setTimeout(startWaiting, startsAt - now)
        return
      }
      waiting.shift()
      // Its lease ends by itself, and another process takes it.
      if (now - startsAt > latestStartMs) continue
      const expiresInMs = claim.expiresInMs === null ? null : claim.expiresInMs - (now - startsAt)
      start({ ...claim, expiresInMs })
    }
  }

  function start(claim: Claim): void {
    const trying = tryMessage(db, { claim, lane, report, stopSignal: aborting.signal }).finally(() =>
      finish(trying),
    )
    running.set(trying, claim.target)
  }

  function busyTargets(): string[] {
    const { perTarget } = timing
    if (!perTarget) return []
    const targets = [...running.values()].filter((target) => target !== null)
    return [...new Set(targets)].filter(
      (target) => targets.filter((other) => other === target).length >= perTarget,
    )
  }

  /** The next message of a target that was busy is taken at once. */
  function finish(trying: Promise<void>): void {
    const target = running.get(trying)
    running.delete(trying)
    startWaiting()
    if (target === null) return
    if (pauses[0] !== 0) pauses.unshift(0)
    wakeNow()
  }

  function wakeNow(): void {
    isWoken = true
    wakeUp()
  }

  /** A wake during a query that found nothing shortens the next pause: the message was not committed yet. */
  async function waitForWork(taken: number): Promise<void> {
    if (isStopping) return
    if (taken > 0) await sleep(collectMs)
    else isWoken = false
    if (isWoken) return
    const { promise: woken, resolve } = Promise.withResolvers<void>()
    wakeUp = resolve
    const timer = setTimeout(resolve, pauses.shift() ?? timing.pollMs)
    await woken
    clearTimeout(timer)
  }

  return {
    wake() {
      pauses = [...pollsAfterWakeMs]
      wakeNow()
    },
    reserve() {
      const room = capacity - held()
      isBehind ||= room <= leastRoom
      if (isStopping || timing.perTarget || isBehind) return null
      reserved += 1
      return {
        leaseMs: timing.leaseMs,
        send(claim) {
          reserved -= 1
          waiting.push({ claim, startsAt: performance.now() + answersFirstMs })
          if (waiting.length === 1 || isStopping) startWaiting()
        },
        leave() {
          reserved -= 1
        },
      }
    },
    async stop() {
      isStopping = true
      wakeNow()
      clearTimeout(nextStart)
      const timer = setTimeout(() => aborting.abort(), timing.finishMs)
      const released = waiting.splice(0).map(({ claim }) => release(claim))
      await stopped
      await Promise.all(released)
      while (running.size > 0) await Promise.all(running.keys())
      clearTimeout(timer)
    },
  }
}

/** The longest tries that fit into a lease. */
function leasedTries({ leaseMs, tryMs }: DeliveryTiming): number {
  return Math.floor(leaseMs / tryMs)
}
