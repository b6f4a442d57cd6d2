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

/** A message is written before its transaction commits, so the worker queries at once and then a few times more. */
const pollsAfterWakeMs = [10, 40, 150, 400]
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

export type DeliveryWorker = {
  wake(): void
  /** Takes no more messages, and finishes or releases the current ones. */
  stop(): Promise<void>
}

export function startDeliveryWorker(db: Db, lane: Lane, report: DeliveryReport): DeliveryWorker {
  const { channel, timing } = lane
  /** The tries in progress, with their targets. */
  const running = new Map<Promise<void>, string | null>()
  const stopping = new AbortController()
  const aborting = new AbortController()
  let pauses: number[] = []
  let waiting = new AbortController()
  let isReachable = true
  const stopped = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const count = timing.concurrency - running.size
      if (count === 0) await Promise.race(running.keys())
      else if ((await take(count)) === 0) await waitForWork()
    }
  }

  async function take(count: number): Promise<number> {
    try {
      const claims = await claimMessages(db, {
        channel,
        // One at a time keeps the number of each target exact.
        count: timing.perTarget ? 1 : count,
        leaseMs: timing.leaseMs,
        busyTargets: busyTargets(),
      })
      isReachable = true
      for (const claim of claims) {
        const trying = tryOnce(db, claim, lane, report, aborting.signal).finally(() => finish(trying))
        running.set(trying, claim.target)
      }
      return claims.length
    } catch (error) {
      if (isReachable) report.unreachable(error)
      isReachable = false
      pauses = []
      return 0
    }
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
    waiting.abort()
  }

  /** A wake during a query shortens the next pause. */
  async function waitForWork(): Promise<void> {
    if (stopping.signal.aborted) return
    waiting = new AbortController()
    await sleep(pauses.shift() ?? timing.pollMs, undefined, { signal: waiting.signal }).catch(() => {})
  }

  return {
    wake() {
      pauses = [...pollsAfterWakeMs]
      waiting.abort()
    },
    async stop() {
      stopping.abort()
      waiting.abort()
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
    await sleep(pauseMs, undefined, { signal: stopSignal }).catch(() => {})
    const isWritten = await endTry(db, claim, ending).then(
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

  const inTime = AbortSignal.timeout(Math.ceil(Math.min(timing.tryMs, expiresInMs)))
  try {
    await withinTime(lane.send(claim, AbortSignal.any([inTime, stopSignal])), inTime, stopSignal)
    return { kind: 'sent', keepsContent }
  } catch (error) {
    if (stopSignal.aborted) return { kind: 'released' }
    const { code, isFinal } =
      error instanceof SendError ? error : new SendError(inTime.aborted ? 'timeout' : 'failed')
    if (isFinal || tries >= timing.maxTries) return { kind: 'dead', fault: code }
    return {
      kind: 'again',
      fault: code,
      afterMs: timing.backoffMs[tries - 1] ?? timing.backoffMs.at(-1) ?? 0,
    }
  }
}

/** Rejects on abort even if a lane ignores its signal. */
async function withinTime(sending: Promise<void>, ...signals: AbortSignal[]): Promise<void> {
  const over = Promise.withResolvers<never>()
  const listening = new AbortController()
  for (const signal of signals) {
    signal.addEventListener('abort', () => over.reject(signal.reason), { signal: listening.signal })
  }
  try {
    await Promise.race([sending, over.promise])
  } finally {
    listening.abort()
    sending.catch(() => {})
  }
}
