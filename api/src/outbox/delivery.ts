/**
 * Sends queued messages: takes due ones under a lease, with one lane for each channel so that a slow mail server delays
 * no SMS. The lane says how a message is sent; leases, retries, expiry and giving up are the same for all. No database
 * transaction is open during a call to another server.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { type Claim, claimMessages, type DeliveryChannel, type Ending, endTry } from './messages.ts'
import { SendError } from './senders/sender.ts'

export type DeliveryTiming = {
  /** Messages of one channel that are sent at the same time. */
  concurrency: number
  /** Messages to one target that are sent at the same time, so that a server that hangs leaves room for the others. */
  perTarget?: number
  /** Time that one copy of the service has for a message before another may take it. */
  leaseMs: number
  tryMs: number
  /** Delay after the first failure, the second and so on; the last value applies to all further ones. */
  backoffMs: readonly number[]
  maxTries: number
  /** Interval of queries for due messages while no new one is queued here. */
  pollMs: number
  /** Time to finish running tries when the service stops. */
  finishMs: number
}

/** A message may be written before its transaction commits, so the worker queries at once and then a few times more. */
const pollsAfterWakeMs = [10, 40, 150, 400]
/** A query that found some messages, but few, is followed by a pause of this length, in which more collect. */
const collectMs = 30
/** A message begins this long after its request was written: the time of the answer must not tell whether there is one. */
const answersFirstMs = 5
/** Delays for recording a result. An unrecorded message would be sent again, so several tries are worth it. */
const writesAfterMs = [0, 250, 1_000, 3_000, 8_000]

/** The result of one try, for the log and the metrics. */
export type Tried = {
  id: string
  channel: DeliveryChannel
  template: string
  target: string | null
  tries: number
} & ({ result: 'sent' | 'expired' | 'released' } | { result: 'again' | 'dead'; fault: string })

export type DeliveryReport = {
  tried(outcome: Tried): void
  /** Reports once that the database does not answer, until it answers again. */
  unreachable(error: unknown): void
}

/** The part of a delivery that belongs to one channel. */
export type Lane = {
  channel: DeliveryChannel
  timing: DeliveryTiming
  /** Keeps the content of sent messages, for the inbox of development. */
  keepsContent: boolean
  /** Makes one try from the stored content. Throws SendError, or the reason of an aborted `signal`. */
  send(message: { id: string; payload: Buffer | null }, signal: AbortSignal): Promise<void>
}

/** A place for a message that is about to be written under a lease of this worker. */
export type Place = {
  leaseMs: number
  /** Sends the message, which has been committed. */
  send(claim: Claim): void
  /** Gives the place back: nothing was written. */
  leave(): void
}

export type DeliveryWorker = {
  wake(): void
  /** Returns null while few places are free or messages wait, and for a channel with a limit by target. */
  reserve(): Place | null
  /** Takes no more messages, and finishes or releases the current ones. */
  stop(): Promise<void>
}

export function startDeliveryWorker(db: Db, lane: Lane, report: DeliveryReport): DeliveryWorker {
  const { channel, timing } = lane
  /** The tries in progress, with their targets. */
  const running = new Map<Promise<void>, string | null>()
  let reserved = 0
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
      const room = timing.concurrency - running.size - reserved
      // One at a time keeps the number of each target exact. While no message waits, new ones find the other half free.
      const count = timing.perTarget ? 1 : isBehind ? room : Math.ceil(room / 2)
      if (room < leastRoom) {
        await (running.size > 0 ? Promise.race(running.keys()) : sleep(collectMs))
        continue
      }
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
      for (const claim of claims) start(claim)
      return claims.length
    } catch (error) {
      if (isReachable) report.unreachable(error)
      isReachable = false
      pauses = []
      return 0
    }
  }

  function start(claim: Claim, afterMs = 0): void {
    const trying = (afterMs > 0 ? sleep(afterMs) : Promise.resolve())
      .then(() => tryOnce(db, claim, lane, report, aborting.signal))
      .finally(() => finish(trying))
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
      const room = timing.concurrency - running.size - reserved
      isBehind ||= room <= leastRoom
      if (isStopping || timing.perTarget || isBehind) return null
      reserved += 1
      return {
        leaseMs: timing.leaseMs,
        send(claim) {
          reserved -= 1
          start(claim, answersFirstMs)
        },
        leave() {
          reserved -= 1
        },
      }
    },
    async stop() {
      isStopping = true
      wakeNow()
      const timer = setTimeout(() => aborting.abort(), timing.finishMs)
      await stopped
      await Promise.all(running.keys())
      clearTimeout(timer)
    },
  }
}

/** Sends one message and records the result. Never rejects. */
async function tryOnce(
  db: Db,
  claim: Claim,
  lane: Lane,
  report: DeliveryReport,
  stopSignal: AbortSignal,
): Promise<void> {
  const { id, channel, template, target, tries } = claim
  const ending = await send(claim, lane, stopSignal)
  for (const pauseMs of writesAfterMs) {
    if (stopSignal.aborted && pauseMs > 0) break
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: stopSignal }).catch(() => {})
    const isWritten = await endTry(db, { claim, ending }).then(
      () => true,
      () => false,
    )
    if (isWritten) break
  }
  const fault = 'fault' in ending ? { fault: ending.fault } : {}
  report.tried({ id, channel, template, target, tries, result: ending.kind, ...fault } as Tried)
}

async function send(claim: Claim, lane: Lane, stopSignal: AbortSignal): Promise<Ending> {
  const { timing, keepsContent } = lane
  const { tries } = claim
  const expiresInMs = claim.expiresInMs ?? Number.POSITIVE_INFINITY
  if (expiresInMs <= 0) return { kind: 'expired' }
  // Every earlier try ended without a result, for example because its process was killed.
  if (tries > timing.maxTries) return { kind: 'dead', fault: 'no-try-ended' }

  const bound = { ms: Math.ceil(Math.min(timing.tryMs, expiresInMs)), stopSignal }
  try {
    await withinTime(bound, (signal) => lane.send(claim, signal))
    return { kind: 'sent', keepsContent }
  } catch (error) {
    if (stopSignal.aborted) return { kind: 'released' }
    const { code, isFinal } = error instanceof SendError ? error : new SendError('failed')
    if (isFinal || tries >= timing.maxTries) return { kind: 'dead', fault: code }
    return {
      kind: 'again',
      fault: code,
      afterMs: timing.backoffMs[tries - 1] ?? timing.backoffMs.at(-1) ?? 0,
    }
  }
}

/**
 * Rejects when the time is over or the worker stops, even if a lane ignores its signal. A finished try leaves no timer and
 * no listener behind: `AbortSignal.timeout` would keep each message in memory until its time is over.
 */
async function withinTime(
  { ms, stopSignal }: { ms: number; stopSignal: AbortSignal },
  send: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const trying = new AbortController()
  const over = Promise.withResolvers<never>()
  const end = (error: unknown) => {
    trying.abort(error)
    over.reject(error)
  }
  const stop = () => end(stopSignal.reason)
  const timer = setTimeout(() => end(new SendError('timeout')), ms)
  stopSignal.addEventListener('abort', stop)
  try {
    await Promise.race([send(trying.signal), over.promise])
  } finally {
    clearTimeout(timer)
    stopSignal.removeEventListener('abort', stop)
  }
}
