/** Makes one try of a message of a lane under its lease, within its time, and records the result. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { type Claim, type DeliveryChannel, type Ending, endTry } from './messages.ts'
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

/** Delays for recording a result. An unrecorded message would be sent again, so several tries are worth it. */
const writesAfterMs = [0, 250, 1_000, 3_000, 8_000]

type Trying = { claim: Claim; lane: Lane; report: DeliveryReport; stopSignal: AbortSignal }

/** Sends one message and records the result. Never rejects. */
export async function tryMessage(db: Db, { claim, lane, report, stopSignal }: Trying): Promise<void> {
  await recordTry(db, { claim, ending: await send(claim, lane, stopSignal), report, stopSignal })
}

/** Never rejects. */
export async function recordTry(
  db: Db,
  { claim, ending, report, stopSignal }: Omit<Trying, 'lane'> & { ending: Ending },
): Promise<void> {
  const { id, channel, template, target, tries } = claim
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
