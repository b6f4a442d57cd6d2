/** Tests messages that are written under a lease of the process that queues them. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { insertMessages } from './messages.ts'
import {
  collectingSender,
  hangingSender,
  openOutbox,
  statesOf,
  type TestOutbox,
  until,
} from './test-outbox.ts'

let database: TestDatabase
const opened: { stop(): Promise<void> }[] = []
before(async () => {
  database = await createTestDatabase({ poolSize: 20 })
})
after(() => database.close())
beforeEach(() => sql`truncate messages`.execute(database.db))
afterEach(() => Promise.all(opened.splice(0).map((outbox) => outbox.stop())))

function open(...[given, isStarted]: [Parameters<typeof openOutbox>[1], boolean?]): TestOutbox {
  const outbox = openOutbox(database.db, given, isStarted)
  opened.push(outbox)
  return outbox
}

const values = {
  code: '123456',
  minutes: 5,
  firstName: 'Asha',
  platform: 'student',
  purpose: 'login',
} as const

function sendOne(outbox: TestOutbox, to = 'asha@example.com'): Promise<void> {
  const sealed = outbox.seal({ template: 'otp-code', channel: 'email', to, values, expiresInSeconds: 300 })
  return outbox.sendSealed([sealed], (messages) => insertMessages(database.db, messages))
}

describe('message under a lease', { timeout: 60_000 }, () => {
  it('sends the message by the process that wrote it, at its first try', async () => {
    const sender = collectingSender()
    const outbox = open({ email: sender, timing: { pollMs: 60_000 } })
    await sendOne(outbox)
    await until(async () => (await statesOf(database.db)).sent === 1)
    assert.equal(sender.messages.length, 1)
    assert.deepEqual(
      outbox.tried.map(({ tries, result }) => ({ tries, result })),
      [{ tries: 1, result: 'sent' }],
    )
  })

  it('sends the message by another process after the lease if the first one died', async () => {
    const dying = open({ email: hangingSender(), timing: { leaseMs: 300, tryMs: 60_000 } })
    await sendOne(dying)
    const sender = collectingSender()
    open({ email: sender })
    await until(() => sender.messages.length === 1)
  })

  it('releases the message when the service stops, so that the next one sends it without waiting for the lease', async () => {
    const stopping = open({
      email: hangingSender(),
      timing: { leaseMs: 60_000, tryMs: 60_000, finishMs: 50 },
    })
    await sendOne(stopping)
    await stopping.stop()
    const sender = collectingSender()
    open({ email: sender })
    await until(() => sender.messages.length === 1)
  })

  it('queues the message while few places are free, so that no more are sent at once than configured', async () => {
    const hanging = hangingSender()
    const outbox = open({ email: hanging, timing: { tryMs: 60_000, leaseMs: 60_000 } })
    await Promise.all(Array.from({ length: 12 }, () => sendOne(outbox)))
    await until(() => hanging.taken.length === 4)
    const { rows } = await sql`select from messages where state = 'waiting' and tries = 0`.execute(
      database.db,
    )
    assert.equal(rows.length, 8)
  })

  it('keeps messages under their lease until a place is free, and releases them when the service stops', async () => {
    const hanging = hangingSender()
    const stopping = open({ email: hanging, timing: { tryMs: 10_000, leaseMs: 60_000, finishMs: 50 } })
    await Promise.all(Array.from({ length: 10 }, () => sendOne(stopping)))
    await until(() => hanging.taken.length === 4)
    const { rows } = await sql`select from messages where state = 'waiting' and tries = 1`.execute(
      database.db,
    )
    assert.equal(rows.length, 10)
    await stopping.stop()
    assert.equal(hanging.taken.length, 4)
    const sender = collectingSender()
    open({ email: sender })
    await until(() => sender.messages.length === 10)
  })

  it('releases messages that a query takes while the service stops', async () => {
    const writer = open({}, false)
    for (let count = 0; count < 10; count += 1) await sendOne(writer)
    const early = collectingSender()
    const held = await database.db.startTransaction().execute()
    await sql`lock table messages in exclusive mode`.execute(held)
    const stopping = open({ email: early, timing: { leaseMs: 60_000 } })
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        database.db,
      )
      return rows.length > 0
    })
    const stopped = stopping.stop()
    await held.commit().execute()
    await stopped
    assert.equal(early.messages.length, 0)
    const sender = collectingSender()
    open({ email: sender })
    await until(() => sender.messages.length === 10)
  })

  it('keeps no place for a message that was not written', async () => {
    const sender = collectingSender()
    const outbox = open({ email: sender, timing: { pollMs: 60_000 } })
    const sealed = outbox.seal({ template: 'otp-code', channel: 'email', to: 'asha@example.com', values })
    for (let count = 0; count < 8; count += 1) {
      assert.equal(await outbox.sendSealed([sealed], async () => null), null)
      await assert.rejects(outbox.sendSealed([sealed], () => Promise.reject(new Error('refused'))))
    }
    await sendOne(outbox)
    await until(async () => (await statesOf(database.db)).sent === 1)
    assert.equal(sender.messages.length, 1)
  })

  it('queues the message of a process that sends nothing', async () => {
    const writer = open({}, false)
    await sendOne(writer)
    const sender = collectingSender()
    open({ email: sender })
    await until(() => sender.messages.length === 1)
  })
})
