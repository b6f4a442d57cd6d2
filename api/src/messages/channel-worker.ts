/**
 * Sends the messages of one channel: claims due messages, tries to send each, and records the result. Each channel has
 * its own worker, so a slow mail server delays no SMS. No database transaction is open during a call to another server.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../kernel/db/connect.ts'
import { traced } from '../kernel/tracing/tracing.ts'
import { type Claim, claimMessages, type DeliveryChannel, type Ending, endTry } from './messages.ts'
import { SendError } from './senders/sender.ts'

/** Defines how the messages of one channel are sent. */
export type Delivery = {
  channel: DeliveryChannel
  timing: DeliveryTiming
  /** Keeps the content of sent messages, for the development inbox. */
  keepsContent: boolean
  /** Sends the stored content once. Throws SendError, or the reason of an aborted `signal`. */
  send(message: { id: string; payload: Buffer | null }, signal: AbortSignal): Promise<void>
}

export type DeliveryTiming = {
  /** Messages of this channel that are sent at the same time. */
  concurrency: number
  /** Messages to one target that are sent at the same time, so that a hanging server leaves slots for other targets. */
  perTarget?: number
  /** A copy of the service has this long for a message before another copy may claim it. */
  leaseMs: number
  tryMs: number
  /** Delays after the first failure, the second and so on; the last value applies to all further failures. */
  backoffMs: readonly number[]
  maxTries: number
  /** Interval of queries for due messages while the channel is idle. */
  pollMs: number
  /** After a message is queued, due messages are queried at shorter intervals for this long: until it is committed. */
  busyMs: number
  /** When the service stops, running attempts have this long to finish. */
  finishMs: number
}

/** The result of one attempt, for the log and the metrics. */
export type Tried = {
  id: string
  channel: DeliveryChannel
  template: string
  target: string | null
  tries: number
} & ({ result: 'sent' | 'expired' | 'released' } | { result: 'again' | 'dead'; fault: string })

export type DeliveryReport = {
  tried(outcome: Tried): void
  /** Called once when the database stops answering, and again only after it has answered. */
  unreachable(error: unknown): void
}

export type ChannelWorker = {
  /** Call it when a message is queued, before the transaction commits. */
  wake(): void
  /** Claims no further messages, and finishes or releases the claimed ones. */
  stop(): Promise<void>
}

/** The worker is woken before the message's transaction commits, so it queries at this interval for a while. */
const busyPollMs = 25

/** Delays between attempts to record a result. An unrecorded message would be sent again. */
const recordAfterMs = [0, 250, 1_000, 3_000, 8_000]

export function startChannelWorker(db: Db, delivery: Delivery, report: DeliveryReport): ChannelWorker {
  const { channel, timing } = delivery
  const { concurrency, perTarget, leaseMs, pollMs, busyMs, finishMs } = timing
  /** The running attempts, each with its target. */
  const running = new Map<Promise<void>, string | null>()
  const stopping = new AbortController()
  const aborting = new AbortController()
  let busyUntil = 0
  let endPause = () => {}
  let isReachable = true
  const stopped = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const slots = concurrency - running.size
      // Claims one message at a time, so that the count per target is exact.
      const count = perTarget ? Math.min(slots, 1) : slots
      const claims = await claim(count)
      for (const claimed of claims) start(claimed)
      if (running.size >= concurrency) await Promise.race(running.keys())
      else if (claims.length < count) await pause()
    }
  }

  async function claim(count: number): Promise<Claim[]> {
    try {
      const claims = await claimMessages(db, { channel, count, leaseMs, busyTargets: busyTargets() })
      isReachable = true
      return claims
    } catch (error) {
      if (isReachable) report.unreachable(error)
      isReachable = false
      busyUntil = 0
      return []
    }
  }

  function busyTargets(): string[] {
    const targets = [...running.values()].filter((target) => target !== null)
    const counts = Map.groupBy(targets, (target) => target)
    return [...counts].flatMap(([target, { length }]) => (length >= (perTarget ?? length + 1) ? target : []))
  }

  function start(claimed: Claim): void {
    const trying = tryMessage(db, claimed, { delivery, report, stopSignal: aborting.signal }).finally(() => {
      running.delete(trying)
      wake()
    })
    running.set(trying, claimed.target)
  }

  /**
   * Waits until the next query is due or `wake` is called. The final sleep lets the HTTP answer be sent first: its
   * duration must not reveal whether a message was queued.
   */
  async function pause(): Promise<void> {
    if (performance.now() > busyUntil) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, pollMs)
      endPause = resolve
      await promise
      clearTimeout(timer)
    }
    if (!stopping.signal.aborted) await sleep(Math.min(busyPollMs, pollMs))
  }

  function wake(): void {
    busyUntil = performance.now() + busyMs
    endPause()
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      const timer = setTimeout(() => aborting.abort(), finishMs)
      await stopped
      while (running.size > 0) await Promise.all(running.keys())
      clearTimeout(timer)
    },
  }
}

type Trying = { delivery: Delivery; report: DeliveryReport; stopSignal: AbortSignal }

/** Sends one message and records the result. Never rejects. */
async function tryMessage(db: Db, claim: Claim, { delivery, report, stopSignal }: Trying): Promise<void> {
  const { id, channel, template, target, tries, traceparent } = claim
  const facts = () => ({ 'foyer.message': id, 'foyer.template': template, 'foyer.tries': tries })
  const ending = await traced(
    'internal',
    `deliver ${channel}`,
    facts,
    () => send(claim, delivery, stopSignal),
    (ended) => ({ 'foyer.result': ended.kind, ...('fault' in ended && { 'error.type': ended.fault }) }),
    traceparent,
  )
  for (const delayMs of recordAfterMs) {
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: stopSignal }).catch(() => {})
    const isRecorded = await endTry(db, claim, ending).then(
      () => true,
      () => false,
    )
    if (isRecorded || stopSignal.aborted) break
  }
  const fault = 'fault' in ending ? { fault: ending.fault } : {}
  report.tried({ id, channel, template, target, tries, result: ending.kind, ...fault } as Tried)
}

async function send(
  claim: Claim,
  { timing, keepsContent, send }: Delivery,
  stopSignal: AbortSignal,
): Promise<Ending> {
  const { tries } = claim
  const { tryMs, maxTries, backoffMs } = timing
  const expiresInMs = claim.expiresInMs ?? Number.POSITIVE_INFINITY
  if (expiresInMs <= 0) return { kind: 'expired' }
  // No earlier attempt recorded a result, for example because its process was killed.
  if (tries > maxTries) return { kind: 'dead', fault: 'no-try-ended' }
  try {
    const ms = Math.ceil(Math.min(tryMs, expiresInMs))
    await withinTime({ ms, stopSignal }, (signal) => send(claim, signal))
    return { kind: 'sent', keepsContent }
  } catch (error) {
    if (stopSignal.aborted) return { kind: 'released' }
    const { code, isFinal } = error instanceof SendError ? error : new SendError('failed')
    if (isFinal || tries >= maxTries) return { kind: 'dead', fault: code }
    return { kind: 'again', fault: code, afterMs: backoffMs[tries - 1] ?? backoffMs.at(-1) ?? 0 }
  }
}

/**
 * Rejects when `ms` have passed or the worker stops, even if the sender ignores its signal. A finished attempt leaves
 * no timer and no listener; `AbortSignal.timeout` would keep each message in memory until the time has passed.
 */
async function withinTime(
  { ms, stopSignal }: { ms: number; stopSignal: AbortSignal },
  send: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  stopSignal.throwIfAborted()
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
