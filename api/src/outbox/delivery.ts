/**
 * Sends queued messages: takes due ones under a lease, with one worker for each channel so that a slow mail server
 * delays no SMS. No database transaction is open during a call to another server.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel } from '@foyer/contract/contact'
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { type Claim, claimMessages, type Ending, endTry } from './messages.ts'
import { isRecipient, openContent } from './payload.ts'
import { SendError, type Sender } from './senders/sender.ts'

export type DeliveryTiming = {
  /** Messages of one channel that are sent at the same time. */
  concurrency: number
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

export const defaultTiming: DeliveryTiming = {
  concurrency: 4,
  leaseMs: 60_000,
  tryMs: 15_000,
  backoffMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  maxTries: 8,
  pollMs: 1_000,
  finishMs: 4_000,
}

/** A message is written before its transaction commits, so the worker queries at once and then a few times more. */
const pollsAfterWakeMs = [10, 40, 150, 400]
/** Delays for recording a result. An unrecorded message would be sent again, so several tries are worth it. */
const writesAfterMs = [0, 250, 1_000, 3_000, 8_000]

/** The result of one try, for the log and the metrics. */
export type Tried = { id: string; channel: Channel; template: string; tries: number } & (
  | { result: 'sent' | 'expired' | 'released' }
  | { result: 'again' | 'dead'; fault: string }
)

export type DeliveryReport = {
  tried(outcome: Tried): void
  /** Reports once that the database does not answer, until it answers again. */
  unreachable(error: unknown): void
}

export type DeliveryOptions = {
  db: Db
  keyring: Keyring
  sender: Sender
  /** Keeps the content of sent messages, for the inbox of development. */
  keepsContent: boolean
  timing: DeliveryTiming
  report: DeliveryReport
}

export type DeliveryWorker = {
  wake(): void
  /** Takes no more messages, and finishes or releases the current ones. */
  stop(): Promise<void>
}

export function startDeliveryWorker(channel: Channel, options: DeliveryOptions): DeliveryWorker {
  const { db, timing, report } = options
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const aborting = new AbortController()
  let pauses: number[] = []
  let waiting = new AbortController()
  let isReachable = true
  const stopped = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const count = timing.concurrency - running.size
      if (count === 0) await Promise.race(running)
      else if ((await take(count)) === 0) await waitForWork()
    }
  }

  async function take(count: number): Promise<number> {
    try {
      const claims = await claimMessages(db, { channel, count, leaseMs: timing.leaseMs })
      isReachable = true
      for (const claim of claims) {
        const trying = tryOnce(claim, options, aborting.signal).finally(() => running.delete(trying))
        running.add(trying)
      }
      return claims.length
    } catch (error) {
      if (isReachable) report.unreachable(error)
      isReachable = false
      pauses = []
      return 0
    }
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
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}

/** Sends one message and records the result. Never rejects. */
async function tryOnce(claim: Claim, options: DeliveryOptions, stopSignal: AbortSignal): Promise<void> {
  const { db, report } = options
  const { id, channel, template, tries } = claim
  const ending = await send(claim, options, stopSignal)
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
  report.tried({ id, channel, template, tries, result: ending.kind, ...fault } as Tried)
}

async function send(claim: Claim, options: DeliveryOptions, stopSignal: AbortSignal): Promise<Ending> {
  const { keyring, sender, timing, keepsContent } = options
  const { id, channel, tries } = claim
  const expiresInMs = claim.expiresInMs ?? Number.POSITIVE_INFINITY
  if (expiresInMs <= 0) return { kind: 'expired' }
  // Every earlier try ended without a result, for example because its process was killed.
  if (tries > timing.maxTries) return { kind: 'dead', fault: 'no-try-ended' }
  const content = claim.payload ? openContent(keyring, claim.payload) : undefined
  if (!content) return { kind: 'dead', fault: 'unreadable' }
  const { to, replyTo = to } = content
  if (![to, replyTo].every((address) => isRecipient(channel, address)))
    return { kind: 'dead', fault: 'recipient-refused' }

  const inTime = AbortSignal.timeout(Math.ceil(Math.min(timing.tryMs, expiresInMs)))
  try {
    await withinTime(
      sender.send({ id, ...content }, AbortSignal.any([inTime, stopSignal])),
      inTime,
      stopSignal,
    )
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

/** Rejects on abort even if a sender ignores its signal. */
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
