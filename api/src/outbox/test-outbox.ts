/** An outbox as the service has it, at a pace that fits a test. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel } from '@foyer/contract/contact'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { createKeyring } from '../keyring.ts'
import type { Pace, Tried } from './delivery.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { Letter, Sender } from './senders/sender.ts'

export const testVault = createKeyring([Buffer.alloc(32, 'secret of the outbox')])

export const installation = {
  provider: 'Foyer',
  supportEmail: 'help@foyer.example',
  baseUrl: 'https://accounts.foyer.example',
}

export const testPace: Partial<Pace> = {
  leaseMs: 1_500,
  // Longer than a busy machine needs for a mail.
  tryMs: 1_200,
  backoffMs: [50, 100, 200],
  maxTries: 100,
  pollMs: 50,
  finishMs: 300,
}

export type TestOutbox = Outbox & { tried: Tried[]; queueCode(given?: Partial<QueuedCode>): Promise<void> }
type QueuedCode = { db: Db; to: string; code: string; channel: Channel; expiresInSeconds: number }

type Given = { email?: Sender; sms?: Sender; pace?: Partial<Pace>; keepsContent?: boolean }

/** Sends already; with a sender for one channel alone the other is not begun. */
export function openOutbox(
  db: Db,
  { email, sms, pace, keepsContent = false }: Given,
  isStarted = true,
): TestOutbox {
  const tried: Tried[] = []
  const senders = { email: email ?? null, sms: sms ?? null }
  const outbox = createOutbox({
    keyring: testVault,
    installation,
    senders,
    keepsContent,
    pace: { ...testPace, ...pace },
  })
  if (isStarted) outbox.start(db, { tried: (outcome) => tried.push(outcome), unreachable() {} })
  return {
    ...outbox,
    tried,
    queueCode({
      db: within = db,
      to = 'asha@example.com',
      code = '123456',
      channel = 'email',
      ...more
    } = {}) {
      const values = { code, minutes: 5, firstName: 'Asha' }
      return outbox.queue(within, { template: 'otp-code', channel, to, values, ...more })
    },
  }
}

/** Keeps what it is given. */
export function collectingSender(): Sender & { letters: Letter[] } {
  const letters: Letter[] = []
  return {
    letters,
    async send(letter) {
      await sleep(1)
      letters.push(letter)
    },
    close() {},
  }
}

/** Never comes to an end, whatever it is told. */
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

/** Waits for what the test's own time limit bounds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}
