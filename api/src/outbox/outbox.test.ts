/** The queue itself: who takes what, once, and what lies in the database meanwhile. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { countMessages, deleteOldMessages, forgetExpiredContent } from './messages.ts'
import { SendError } from './senders/sender.ts'
import {
  collectingSender,
  hangingSender,
  openOutbox,
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

type Row = { state: string; tries: number; payload: Buffer | null; fault: string | null }

async function rowsOf(): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select state, tries, payload, fault from messages order by created_at`.execute(db)
  return rows
}

const isAll = (state: string, count: number) => async () => (await statesOf(db))[state] === count

describe('a message', { timeout: 60_000 }, () => {
  it('goes out once its transaction is committed, not before', async () => {
    const sender = collectingSender()
    const outbox = open(db, { email: sender })
    await database.db.transaction().execute(async (trx) => {
      await outbox.queueCode({ db: trx })
      await sleep(150)
      assert.equal(sender.letters.length, 0)
    })
    await until(() => sender.letters.length === 1)
  })

  it('of a transaction that is rolled back is never sent', async () => {
    const sender = collectingSender()
    const outbox = open(db, { email: sender })
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await outbox.queueCode({ db: trx })
      throw new Error('on second thought')
    })
    await assert.rejects(rolledBack, /second thought/)
    await outbox.queueCode({ to: 'other@example.com' })
    await until(() => sender.letters.length > 0)
    await sleep(150)
    assert.deepEqual(
      sender.letters.map(({ to }) => to),
      ['other@example.com'],
    )
  })

  it('is unreadable in the database, and gone from there once it is sent', async () => {
    const outbox = open(db, { email: collectingSender() }, false)
    await outbox.queueCode({ to: 'asha@example.com', code: '424242' })
    const { rows } = await sql<{ row: string }>`
      select messages::text || encode(payload, 'escape') as row from messages`.execute(db)
    assert.doesNotMatch(rows[0]?.row ?? '424242', /asha|example|424242|Foyer/)
    outbox.start(db, { tried() {}, unreachable() {} })
    await until(isAll('sent', 1))
    const [sent] = await rowsOf()
    assert.equal(sent?.payload, null)
    assert.equal(sent?.tries, 1)
  })

  it('stays readable for the inbox where that is asked for', async () => {
    const outbox = open(db, { email: collectingSender(), keepsContent: true })
    await outbox.queueCode()
    await until(isAll('sent', 1))
    const [message] = await outbox.recent(db, 5)
    assert.equal(message?.to, 'asha@example.com')
    assert.match(message?.text ?? '', /123456/)
    assert.match(message?.html ?? '', /<html/)
    assert.equal(message?.state, 'sent')
  })

  it('that has expired is not sent, and forgotten', async () => {
    const sender = collectingSender()
    const outbox = open(db, { email: sender }, false)
    await outbox.queueCode({ expiresInSeconds: 0 })
    await outbox.queueCode({ expiresInSeconds: 300 })
    outbox.start(db, { tried() {}, unreachable() {} })
    await until(isAll('sent', 1))
    await until(isAll('expired', 1))
    assert.equal(sender.letters.length, 1)
    assert.deepEqual(
      (await rowsOf()).map(({ payload }) => payload),
      [null, null],
    )
  })

  it('expires while its sender fails, no later than it should', async () => {
    const outbox = open(db, { email: hangingSender(), pace: { backoffMs: [60_000], tryMs: 100 } })
    await outbox.queueCode({ expiresInSeconds: 1 })
    await until(isAll('expired', 1))
    assert.equal((await rowsOf())[0]?.payload, null)
  })

  it('is tried a bounded number of times and then given up, content kept for another try by hand', async () => {
    let tries = 0
    const failing = {
      send() {
        tries += 1
        return Promise.reject(new SendError(`no-${tries}`))
      },
      close() {},
    }
    const outbox = open(db, { email: failing, pace: { backoffMs: [10, 20], maxTries: 4 } })
    await outbox.queueCode()
    await until(isAll('dead', 1))
    const [row] = await rowsOf()
    assert.deepEqual([row?.tries, row?.fault, tries], [4, 'no-4', 4])
    assert.ok(row?.payload)
    assert.deepEqual(
      outbox.tried.map(({ result }) => result),
      ['again', 'again', 'again', 'dead'],
    )
  })

  it('that nobody can read is given up, and others pass', async () => {
    const sender = collectingSender()
    await sql`insert into messages (medium, template, payload) values ('email', 'otp-code', 'nonsense')`.execute(
      db,
    )
    const outbox = open(db, { email: sender })
    await outbox.queueCode()
    await until(isAll('sent', 1))
    await until(isAll('dead', 1))
    assert.equal((await rowsOf())[0]?.fault, 'unreadable')
  })

  it('without a way out of the house is seen as given up', async () => {
    const outbox = open(db, { email: collectingSender() })
    assert.deepEqual([outbox.canSend('email'), outbox.canSend('sms')], [true, false])
    await outbox.queueCode({ channel: 'sms', to: '+919876543210' })
    await until(isAll('dead', 1))
    assert.equal((await rowsOf())[0]?.fault, 'no-sender')
  })
})

describe('several copies of the service', { timeout: 60_000 }, () => {
  it('send each of 500 messages once', async () => {
    const senders = [collectingSender(), collectingSender(), collectingSender()]
    const quiet = open(db, { email: collectingSender() }, false)
    for (let index = 0; index < 500; index += 1) await quiet.queueCode({ to: `person${index}@example.com` })
    const copies = senders.map(() => database.openAnother())
    const workers = copies.map((copy, index) =>
      openOutbox(copy.db, { email: senders[index] ?? collectingSender() }),
    )
    await until(isAll('sent', 500))
    await Promise.all(workers.map((worker) => worker.stop()))
    await Promise.all(copies.map((copy) => copy.close()))
    const ids = senders.flatMap(({ letters }) => letters.map(({ id }) => id))
    assert.equal(ids.length, 500)
    assert.equal(new Set(ids).size, 500)
    assert.ok(senders.every(({ letters }) => letters.length > 0))
  })

  it('take over what a killed one held, once its lease is over and not before', async () => {
    const program = join(import.meta.dirname, 'test-hanging-worker.ts')
    const worker = spawn(process.execPath, [program, database.url], { stdio: ['ignore', 'pipe', 'inherit'] })
    const quiet = open(db, { email: collectingSender() }, false)
    await quiet.queueCode()
    await once(worker.stdout, 'data')
    worker.kill('SIGKILL')
    await once(worker, 'exit')

    const sender = collectingSender()
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as ms from messages`.execute(db)
    const leftMs = rows[0]?.ms ?? 0
    assert.ok(leftMs > 0, 'the lease was not over')
    const begunAt = performance.now()
    open(db, { email: sender })
    await until(() => sender.letters.length === 1)
    assert.ok(performance.now() - begunAt >= leftMs - 50, 'nobody takes what another has')
    await until(isAll('sent', 1))
    assert.equal((await rowsOf())[0]?.tries, 2)
  })

  it('do not write over each other when one comes back after its lease', async () => {
    const { promise: held, resolve: finish } = Promise.withResolvers<void>()
    const slow = { send: () => held, close() {} }
    const late = open(db, { email: slow, pace: { leaseMs: 100, tryMs: 10_000, concurrency: 1 } })
    await late.queueCode()
    await until(async () => (await rowsOf())[0]?.tries === 1)
    const failing = { send: () => Promise.reject(new SendError('no', { isFinal: true })), close() {} }
    open(db, { email: failing })
    await until(isAll('dead', 1))
    finish()
    await until(() => late.tried.length === 1)
    assert.equal((await rowsOf())[0]?.state, 'dead')
  })
})

describe('the queue', { timeout: 60_000 }, () => {
  it('of mail holds up no SMS', async () => {
    const sms = collectingSender()
    const mail = hangingSender()
    const outbox = open(db, { email: mail, sms, pace: { tryMs: 30_000 } })
    for (let index = 0; index < 10; index += 1) await outbox.queueCode()
    await until(() => mail.taken.length === 4)
    await outbox.queueCode({ channel: 'sms', to: '+919876543210' })
    await until(() => sms.letters.length === 1)
    await sleep(100)
    assert.equal(mail.taken.length, 4, 'only so many at a time')
  })

  it('goes on when the database comes back', async () => {
    const sender = collectingSender()
    const outbox = open(db, { email: sender })
    await sql`alter table messages rename to messages_away`.execute(db)
    await sleep(200)
    await sql`alter table messages_away rename to messages`.execute(db)
    await outbox.queueCode()
    await until(() => sender.letters.length === 1)
  })

  it('tells how much waits, for how long, and what was given up', async () => {
    assert.deepEqual(await countMessages(db), { waiting: 0, dead: 0, oldestSeconds: 0 })
    const quiet = open(db, { email: collectingSender() }, false)
    await quiet.queueCode()
    await quiet.queueCode()
    await sql`update messages set created_at = now() - interval '90 seconds'`.execute(db)
    await sql`insert into messages (medium, template, state) values ('sms', 'otp-code', 'dead')`.execute(db)
    const { waiting, dead, oldestSeconds } = await countMessages(db)
    assert.deepEqual([waiting, dead, Math.floor(oldestSeconds / 10)], [2, 1, 9])
  })

  it('is tidied: what is over goes after a month, content that expired at once', async () => {
    await sql`insert into messages (medium, template, state, payload, created_at, finished_at, expires_at) values
      ('email', 'old', 'sent', null, now(), now() - interval '31 days', null),
      ('email', 'new', 'sent', null, now(), now() - interval '29 days', null),
      ('email', 'waiting', 'waiting', 'x', now() - interval '40 days', null, null),
      ('email', 'dead', 'dead', 'x', now(), now(), now() - interval '1 second'),
      ('email', 'dead for good', 'dead', 'x', now(), now(), null)`.execute(db)
    assert.equal(await deleteOldMessages(db, 100), 1)
    assert.equal(await forgetExpiredContent(db, 100), 1)
    const { rows } = await sql<{ template: string; kept: boolean }>`
      select template, payload is not null as kept from messages order by template`.execute(db)
    assert.deepEqual(
      rows.map(({ template, kept }) => [template, kept]),
      [
        ['dead', false],
        ['dead for good', true],
        ['new', false],
        ['waiting', true],
      ],
    )
  })
})
