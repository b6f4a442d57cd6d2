/**
 * Sends what waits: takes messages that are due under a lease, one lane a channel so that a slow mail server holds up no
 * SMS. No transaction is open while anybody else is spoken to.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel } from '@foyer/contract/contact'
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { type Claim, claimMessages, type Ending, endTry } from './messages.ts'
import { openContent } from './payload.ts'
import { isRecipient } from './recipient.ts'
import { SendError, type Sender } from './senders/sender.ts'

export type Pace = {
  /** Messages of one channel that are sent at a time. */
  concurrency: number
  /** How long a copy of the service has for one message before another may take it. */
  leaseMs: number
  tryMs: number
  /** After the first failure, the second, …; the last for all further ones. */
  backoffMs: readonly number[]
  maxTries: number
  /** Between two looks at the queue when nothing tells of a new message. */
  pollMs: number
  /** What is being sent when the service stops may be finished within. */
  finishMs: number
}

export const usualPace: Pace = {
  concurrency: 4,
  leaseMs: 60_000,
  tryMs: 15_000,
  backoffMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  maxTries: 8,
  pollMs: 1_000,
  finishMs: 4_000,
}

/** A message is written before its transaction is committed: so we look at once, and then a few times more. */
const looksAfterNudgeMs = [10, 40, 150, 400]
/** Writing down that a message was sent is worth some tries: whoever finds it unwritten sends it again. */
const writesAfterMs = [0, 250, 1_000, 3_000, 8_000]

/** What came of one try: for the log and the metrics. */
export type Tried = { id: string; channel: Channel; template: string; tries: number } & (
  | { result: 'sent' | 'expired' | 'released' }
  | { result: 'again' | 'dead'; fault: string }
)

export type DeliveryReport = {
  tried(outcome: Tried): void
  /** The database does not answer: told once until it does. */
  unreachable(error: unknown): void
}

export type DeliveryGiven = {
  db: Db
  keyring: Keyring
  sender: Sender
  /** The content of what was sent stays readable, for the inbox while developing. */
  keepsContent: boolean
  pace: Pace
  report: DeliveryReport
}

export type Lane = {
  nudge(): void
  /** Takes nothing more, finishes or gives back what it has. */
  stop(): Promise<void>
}

export function startLane(channel: Channel, given: DeliveryGiven): Lane {
  const { db, pace, report } = given
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  const cutting = new AbortController()
  let pauses: number[] = []
  let dozing = new AbortController()
  let isReachable = true
  const stopped = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const count = pace.concurrency - underWay.size
      if (count === 0) await Promise.race(underWay)
      else if ((await take(count)) === 0) await doze()
    }
  }

  async function take(count: number): Promise<number> {
    try {
      const claims = await claimMessages(db, { channel, count, leaseMs: pace.leaseMs })
      isReachable = true
      for (const claim of claims) {
        const trying = tryOnce(claim, given, cutting.signal).finally(() => underWay.delete(trying))
        underWay.add(trying)
      }
      return claims.length
    } catch (error) {
      if (isReachable) report.unreachable(error)
      isReachable = false
      pauses = []
      return 0
    }
  }

  /** Told while we were looking, we look again after the first of the pauses. */
  async function doze(): Promise<void> {
    if (stopping.signal.aborted) return
    dozing = new AbortController()
    await sleep(pauses.shift() ?? pace.pollMs, undefined, { signal: dozing.signal }).catch(() => {})
  }

  return {
    nudge() {
      pauses = [...looksAfterNudgeMs]
      dozing.abort()
    },
    async stop() {
      stopping.abort()
      dozing.abort()
      const cut = setTimeout(() => cutting.abort(), pace.finishMs)
      await stopped
      await Promise.all(underWay)
      clearTimeout(cut)
    },
  }
}

/** Never rejects. */
async function tryOnce(claim: Claim, given: DeliveryGiven, cut: AbortSignal): Promise<void> {
  const { db, report } = given
  const { id, channel, template, tries } = claim
  const ending = await send(claim, given, cut)
  for (const pauseMs of writesAfterMs) {
    if (cut.aborted && pauseMs > 0) break
    await sleep(pauseMs, undefined, { signal: cut }).catch(() => {})
    const isWritten = await endTry(db, claim, ending).then(
      () => true,
      () => false,
    )
    if (isWritten) break
  }
  const fault = 'fault' in ending ? { fault: ending.fault } : {}
  report.tried({ id, channel, template, tries, result: ending.kind, ...fault } as Tried)
}

async function send(claim: Claim, given: DeliveryGiven, cut: AbortSignal): Promise<Ending> {
  const { keyring, sender, pace, keepsContent } = given
  const { id, channel, tries } = claim
  const expiresInMs = claim.expiresInMs ?? Number.POSITIVE_INFINITY
  if (expiresInMs <= 0) return { kind: 'expired' }
  // Whoever had it all those times never came to an end with it.
  if (tries > pace.maxTries) return { kind: 'dead', fault: 'no-try-ended' }
  const content = claim.payload ? openContent(keyring, claim.payload) : undefined
  if (!content) return { kind: 'dead', fault: 'unreadable' }
  if (!isRecipient(channel, content.to)) return { kind: 'dead', fault: 'recipient-refused' }

  const inTime = AbortSignal.timeout(Math.ceil(Math.min(pace.tryMs, expiresInMs)))
  try {
    await withinReach(sender.send({ id, ...content }, AbortSignal.any([inTime, cut])), inTime, cut)
    return { kind: 'sent', keepsContent }
  } catch (error) {
    if (cut.aborted) return { kind: 'released' }
    const { code, isFinal } =
      error instanceof SendError ? error : new SendError(inTime.aborted ? 'timeout' : 'failed')
    if (isFinal || tries >= pace.maxTries) return { kind: 'dead', fault: code }
    return { kind: 'again', fault: code, afterMs: pace.backoffMs[tries - 1] ?? pace.backoffMs.at(-1) ?? 0 }
  }
}

/** Bounded also where a sender does not listen to its signal. */
async function withinReach(sending: Promise<void>, ...signals: AbortSignal[]): Promise<void> {
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
