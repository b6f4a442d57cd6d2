/** Opens the outbox of the service with short times for tests. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel } from '@foyer/contract/contact'
import { sql } from 'kysely'
import type { Db } from '../kernel/db/connect.ts'
import { createKeyring, type Keyring } from '../kernel/keyring.ts'
import { noBackChannel } from './back-channel/back-channel-delivery.ts'
import type { DeliveryTiming, Tried } from './channel-worker.ts'
import { createOutbox, type Outbox, type OutboxOptions, type QueuedMessage } from './outbox.ts'
import type { OutgoingMessage, Sender } from './senders/sender.ts'

export const testKeyring = createKeyring([Buffer.alloc(32, 'secret of the outbox')])

export const installation = {
  provider: 'Foyer',
  supportEmail: 'help@foyer.example',
  baseUrl: 'https://accounts.foyer.example',
}

/** Longer than any test may last, because a busy machine is slow without a fault. Tests of these limits set their own. */
const patientMs = 600_000

export const testTiming: Partial<DeliveryTiming> = {
  leaseMs: patientMs,
  tryMs: patientMs,
  backoffMs: [50, 100, 200],
  maxTries: 100,
  pollMs: 50,
  finishMs: 300,
}

export type TestOutbox = Outbox & {
  tried: Tried[]
  queueCode(given?: Partial<QueuedCode & { db: Db; to: string }>): Promise<void>
}
type QueuedCode = {
  replyTo: string
  code: string
  channel: Channel
  expiresInSeconds: number
}

type Given = {
  keyring?: Keyring
  email?: Sender
  sms?: Sender
  backChannel?: OutboxOptions['backChannel']
  timing?: Partial<DeliveryTiming>
  keepsContent?: boolean
}

/** Opens an outbox and starts sending, unless `isStarted` is false. */
export function openOutbox(
  db: Db,
  { keyring = testKeyring, email, sms, backChannel, timing, keepsContent = false }: Given,
  isStarted = true,
): TestOutbox {
  const tried: Tried[] = []
  const senders = { email: email ?? null, sms: sms ?? null }
  const outbox = createOutbox({
    keyring,
    installation,
    senders,
    keepsContent,
    backChannel: backChannel ?? noBackChannel,
    timing: { ...testTiming, ...timing },
  })
  if (isStarted) outbox.start(db, { tried: (outcome) => tried.push(outcome), unreachable() {} })
  return {
    ...outbox,
    tried,
    queueCode({ db: within = db, to = 'asha@example.com', ...given } = {}) {
      return outbox.queue(within, codeTo(to, given))
    },
  }
}

export function codeTo(
  to: string,
  { code = '123456', channel = 'email', ...more }: Partial<QueuedCode> = {},
): QueuedMessage<'otp-code'> {
  const values = { code, minutes: 5, firstName: 'Asha', platform: 'student', purpose: 'login' } as const
  return { template: 'otp-code', channel, to, values, ...more }
}

/** Creates a sender that collects its messages. */
export function collectingSender(): Sender & { messages: OutgoingMessage[] } {
  const messages: OutgoingMessage[] = []
  return {
    messages,
    async send(message) {
      await sleep(1)
      messages.push(message)
    },
    close() {},
  }
}

/** Creates a sender that never settles and ignores its signal. */
export function hangingSender(): Sender & { taken: string[] } {
  const taken: string[] = []
  return {
    taken,
    send({ id }) {
      taken.push(id)
      return new Promise(() => {})
    },
    close() {},
  }
}

export async function statesOf(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from messages group by state`.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

type Row = { state: string; tries: number; payload: Buffer | null; fault: string | null }

export async function rowsOf(db: Db): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select state, tries, payload, fault from messages order by created_at`.execute(db)
  return rows
}

/** Polls until the condition is true; the test's time limit bounds the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}
