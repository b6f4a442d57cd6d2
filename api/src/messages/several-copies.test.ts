/** Tests the message queue with several copies of the service, some of which are killed or stopped. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../kernel/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { deliveryChannels } from './messages.ts'
import { SendError } from './senders/sender.ts'
import {
  collectingSender,
  hangingSender,
  openOutbox,
  rowsOf,
  statesOf,
  type TestOutbox,
  until,
} from './test-outbox.ts'

let database: TestDatabase
let db: Db
const opened: { stop(): Promise<void> }[] = []
before(async () => {
  database = await createTestDatabase({ poolSize: 20 })
  db = database.db
})
after(() => database.close())
beforeEach(() => sql`truncate messages`.execute(db))
afterEach(() => Promise.all(opened.splice(0).map((outbox) => outbox.stop())))

function open(...given: Parameters<typeof openOutbox>): TestOutbox {
  const outbox = openOutbox(...given)
  opened.push(outbox)
  return outbox
}

/** Counts the statements that wait for a lock on the messages table. */
async function countLocked(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
      and query like '%messages%'`.execute(db)
  return rows.length
}

const isAll = (state: string, count: number) => async () => (await statesOf(db))[state] === count

describe('message queue of several service copies', { timeout: 120_000 }, () => {
  it('sends each of 500 messages once from several copies of the service', async () => {
    const senders = [collectingSender(), collectingSender(), collectingSender()]
    const first = senders.map(() => Promise.withResolvers<void>())
    const allHaveOne = Promise.all(first.map(({ promise }) => promise))
    /**
     * Delays each copy's messages until every copy has one; otherwise a copy that connects late would find no message.
     */
    const together = senders.map(({ send, close }, index) => ({
      async send(...given: Parameters<typeof send>) {
        first[index]?.resolve()
        await allHaveOne
        await send(...given)
      },
      close,
    }))
    const quiet = open(db, { email: collectingSender() }, false)
    for (let index = 0; index < 500; index += 1) await quiet.queueCode({ to: `person${index}@example.com` })
    const copies = senders.map(() => database.openAnother())
    const workers = copies.map((copy, index) =>
      openOutbox(copy.db, { email: together[index] ?? collectingSender() }),
    )
    await until(isAll('sent', 500))
    await Promise.all(workers.map((worker) => worker.stop()))
    await Promise.all(copies.map((copy) => copy.close()))
    const ids = senders.flatMap(({ messages }) => messages.map(({ id }) => id))
    assert.equal(ids.length, 500)
    assert.equal(new Set(ids).size, 500)
    assert.ok(senders.every(({ messages }) => messages.length > 0))
  })

  it('takes over a message of a killed process when its lease ends, not before', async () => {
    const program = join(import.meta.dirname, 'test-hanging-worker.ts')
    const worker = spawn(process.execPath, [program, database.url], { stdio: ['ignore', 'pipe', 'inherit'] })
    const quiet = open(db, { email: collectingSender() }, false)
    await quiet.queueCode()
    await once(worker.stdout, 'data')
    worker.kill('SIGKILL')
    await once(worker, 'exit')

    const sender = collectingSender()
    const others = open(db, { email: sender })
    for (const to of ['first@example.com', 'second@example.com']) {
      await others.queueCode({ to })
      await until(() => sender.messages.some((message) => message.to === to))
    }
    assert.equal(sender.messages.length, 2, 'no process takes a leased message')
    await sql`update messages set due_at = clock_timestamp() where state = 'waiting'`.execute(db)
    await until(isAll('sent', 3))
    assert.equal((await rowsOf(db))[0]?.tries, 2)
  })

  it('ignores the result of a try that ends after its lease', async () => {
    const { promise: held, resolve: finish } = Promise.withResolvers<void>()
    const slow = { send: () => held, close() {} }
    const late = open(db, { email: slow, timing: { leaseMs: 100, concurrency: 1 } })
    await late.queueCode()
    await until(async () => (await rowsOf(db))[0]?.tries === 1)
    const failing = { send: () => Promise.reject(new SendError('no', { isFinal: true })), close() {} }
    open(db, { email: failing })
    await until(isAll('dead', 1))
    finish()
    await until(() => late.tried.length === 1)
    assert.equal((await rowsOf(db))[0]?.state, 'dead')
  })

  it('sends the messages of a process that sends nothing itself', async () => {
    const sender = collectingSender()
    open(db, { email: sender })
    await open(db, {}, false).queueCode()
    await until(() => sender.messages.length === 1)
  })

  it('releases its messages when the service stops, so that another copy sends them without waiting for the lease', async () => {
    const timing = { finishMs: 50 }
    const stopping = open(db, { email: hangingSender(), timing })
    await Promise.all(Array.from({ length: 6 }, () => stopping.queueCode()))
    await until(async () => (await rowsOf(db)).filter(({ tries }) => tries === 1).length === 4)
    await stopping.stop()
    assert.deepEqual(
      (await rowsOf(db)).map(({ tries }) => tries),
      [0, 0, 0, 0, 0, 0],
    )
    const sender = collectingSender()
    open(db, { email: sender })
    await until(isAll('sent', 6))
    assert.equal(sender.messages.length, 6)
  })

  it('keeps no message that it claims while the service stops', async () => {
    const writer = open(db, {}, false)
    await Promise.all(Array.from({ length: 6 }, () => writer.queueCode()))
    const held = await db.startTransaction().execute()
    await sql`lock table messages in exclusive mode`.execute(held)
    const timing = { finishMs: 50 }
    const stopping = open(db, { email: hangingSender(), timing })
    await until(async () => (await countLocked()) === deliveryChannels.length)
    const stopped = stopping.stop()
    await held.commit().execute()
    await stopped
    const sender = collectingSender()
    open(db, { email: sender })
    await until(isAll('sent', 6))
    assert.equal(sender.messages.length, 6)
  })
})
