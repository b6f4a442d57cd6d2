/** Tests the message queue: leases, expiry, retries and stored content (N-25). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../kernel/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { countMessages, deleteOldMessages, forgetExpiredContent, insertMessages } from './messages.ts'
import { SendError } from './senders/sender.ts'
import {
  codeTo,
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

const isAll = (state: string, count: number) => async () => (await statesOf(db))[state] === count

describe('queued message', { timeout: 120_000 }, () => {
  it('sends a message after its transaction commits, not before', async () => {
    const sender = collectingSender()
    const outbox = open(db, { email: sender })
    await database.db.transaction().execute(async (trx) => {
      await outbox.queueCode({ db: trx })
      await sleep(150)
      assert.equal(sender.messages.length, 0)
    })
    await until(() => sender.messages.length === 1)
  })

  it('never sends a message of a rolled-back transaction', async () => {
    const sender = collectingSender()
    const outbox = open(db, { email: sender })
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await outbox.queueCode({ db: trx })
      throw new Error('on second thought')
    })
    await assert.rejects(rolledBack, /second thought/)
    await outbox.queueCode({ to: 'other@example.com' })
    await until(() => sender.messages.length > 0)
    await sleep(150)
    assert.deepEqual(
      sender.messages.map(({ to }) => to),
      ['other@example.com'],
    )
  })

  it('encrypts the content in the database and deletes it after sending', async () => {
    const outbox = open(db, { email: collectingSender() }, false)
    await outbox.queueCode({ to: 'asha@example.com', code: '424242' })
    const { rows } = await sql<{ row: string }>`
      select messages::text || encode(payload, 'escape') as row from messages`.execute(db)
    assert.doesNotMatch(rows[0]?.row ?? '424242', /asha|example|424242|Foyer/)
    outbox.start(db, { tried() {}, unreachable() {} })
    await until(isAll('sent', 1))
    const [sent] = await rowsOf(db)
    assert.equal(sent?.payload, null)
    assert.equal(sent?.tries, 1)
  })

  it('keeps the content of sent messages for the inbox of development', async () => {
    const outbox = open(db, { email: collectingSender(), keepsContent: true })
    await outbox.queueCode()
    await until(isAll('sent', 1))
    const [message] = await outbox.recent(db, 5)
    assert.equal(message?.to, 'asha@example.com')
    assert.match(message?.text ?? '', /123456/)
    assert.match(message?.html ?? '', /<html/)
    assert.equal(message?.state, 'sent')
  })

  it('drops an expired message and its content', async () => {
    const sender = collectingSender()
    const outbox = open(db, { email: sender }, false)
    await outbox.queueCode({ expiresInSeconds: 0 })
    await outbox.queueCode({ expiresInSeconds: 300 })
    outbox.start(db, { tried() {}, unreachable() {} })
    await until(isAll('sent', 1))
    await until(isAll('expired', 1))
    assert.equal(sender.messages.length, 1)
    assert.deepEqual(
      (await rowsOf(db)).map(({ payload }) => payload),
      [null, null],
    )
  })

  it('expires a message on time while its sender fails', async () => {
    const outbox = open(db, { email: hangingSender(), timing: { backoffMs: [60_000], tryMs: 100 } })
    await outbox.queueCode({ expiresInSeconds: 1 })
    await until(isAll('expired', 1))
    assert.equal((await rowsOf(db))[0]?.payload, null)
  })

  it('gives a message up after the last try and keeps its content for a retry by the operator', async () => {
    let tries = 0
    const failing = {
      send() {
        tries += 1
        return Promise.reject(new SendError(`no-${tries}`))
      },
      close() {},
    }
    const outbox = open(db, { email: failing, timing: { backoffMs: [10, 20], maxTries: 4 } })
    await outbox.queueCode()
    await until(isAll('dead', 1))
    const [row] = await rowsOf(db)
    assert.deepEqual([row?.tries, row?.fault, tries], [4, 'no-4', 4])
    assert.ok(row?.payload)
    assert.deepEqual(
      outbox.tried.map(({ result }) => result),
      ['again', 'again', 'again', 'dead'],
    )
  })

  it('gives up a message that cannot be decrypted and sends the others', async () => {
    const sender = collectingSender()
    await sql`insert into messages (channel, template, payload) values ('email', 'otp-code', 'nonsense'),
      ('email', 'no such template', ''), ('email', 'otp-code', null)`.execute(db)
    const outbox = open(db, { email: sender })
    await outbox.queueCode()
    await until(isAll('sent', 1))
    await until(isAll('dead', 3))
    const faults = (await rowsOf(db)).slice(0, 3).map(({ fault }) => fault)
    assert.deepEqual(faults, ['unreadable', 'unreadable', 'unreadable'])
  })

  it('gives up a message of a channel without a sender', async () => {
    const outbox = open(db, { email: collectingSender() })
    assert.deepEqual([outbox.canSend('email'), outbox.canSend('sms')], [true, false])
    await outbox.queueCode({ channel: 'sms', to: '+919876543210' })
    await until(isAll('dead', 1))
    assert.equal((await rowsOf(db))[0]?.fault, 'no-sender')
  })
})

describe('message queue', { timeout: 120_000 }, () => {
  it('sends a message soon after its commit, without waiting for the next regular query', async () => {
    const sender = collectingSender()
    const outbox = open(db, { email: sender, timing: { pollMs: 600_000, busyMs: 600_000 } })
    await outbox.queueCode()
    await until(isAll('sent', 1))
    await insertMessages(db, [outbox.seal(codeTo('ravi@example.com'))])
    await until(isAll('sent', 2))
    assert.deepEqual(
      sender.messages.map(({ to }) => to),
      ['asha@example.com', 'ravi@example.com'],
    )
  })

  it('claims no more messages than it sends at once', async () => {
    const hanging = hangingSender()
    const outbox = open(db, { email: hanging })
    await Promise.all(Array.from({ length: 12 }, () => outbox.queueCode()))
    await until(() => hanging.taken.length === 4)
    assert.equal((await rowsOf(db)).filter(({ tries }) => tries === 0).length, 8)
  })

  it('sends SMS while every mail worker is busy', async () => {
    const sms = collectingSender()
    const mail = hangingSender()
    const outbox = open(db, { email: mail, sms })
    for (let index = 0; index < 10; index += 1) await outbox.queueCode()
    await until(() => mail.taken.length === 4)
    await outbox.queueCode({ channel: 'sms', to: '+919876543210' })
    await until(() => sms.messages.length === 1)
    await sleep(100)
    assert.equal(mail.taken.length, 4, 'the concurrency is limited')
  })

  it('continues sending when the database comes back', async () => {
    const sender = collectingSender()
    const outbox = open(db, { email: sender })
    await sql`alter table messages rename to messages_away`.execute(db)
    await sleep(200)
    await sql`alter table messages_away rename to messages`.execute(db)
    await outbox.queueCode()
    await until(() => sender.messages.length === 1)
  })

  it('counts waiting and given-up messages and the age of the oldest', async () => {
    const none = { waiting: 0, dead: 0, oldestSeconds: 0 }
    assert.deepEqual(await countMessages(db), { email: none, sms: none, 'back-channel': none })
    const quiet = open(db, { email: collectingSender() }, false)
    await quiet.queueCode()
    await quiet.queueCode()
    await sql`update messages set created_at = now() - interval '90 seconds'`.execute(db)
    await sql`insert into messages (channel, template, state) values ('sms', 'otp-code', 'dead')`.execute(db)
    const { email, sms } = await countMessages(db)
    assert.deepEqual([email.waiting, email.dead, Math.floor(email.oldestSeconds / 10)], [2, 0, 9])
    assert.deepEqual(sms, { waiting: 0, dead: 1, oldestSeconds: 0 })
  })

  it('deletes finished messages after a month and expired content at once', async () => {
    await sql`insert into messages (channel, template, state, payload, created_at, finished_at, expires_at) values
      ('email', 'old', 'sent', null, now(), now() - interval '31 days', null),
      ('email', 'new', 'sent', null, now(), now() - interval '29 days', null),
      ('email', 'waiting', 'waiting', 'x', now() - interval '40 days', null, null),
      ('email', 'dead', 'dead', 'x', now(), now(), now() - interval '1 second'),
      ('email', 'dead forever', 'dead', 'x', now(), now(), null)`.execute(db)
    assert.equal(await deleteOldMessages(db, 100), 1)
    assert.equal(await forgetExpiredContent(db, 100), 1)
    const { rows } = await sql<{ template: string; kept: boolean }>`
      select template, payload is not null as kept from messages order by template`.execute(db)
    assert.deepEqual(
      rows.map(({ template, kept }) => [template, kept]),
      [
        ['dead', false],
        ['dead forever', true],
        ['new', false],
        ['waiting', true],
      ],
    )
  })
})
