/** Mail on its way through a real SMTP server, in all its moods. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createSmtpSender } from './senders/smtp.ts'
import { type MailServer, openMailServer } from './test-mail-server.ts'
import { openOutbox, statesOf, type TestOutbox, until } from './test-outbox.ts'

const from = { name: 'Foyer', address: 'no-reply@foyer.example' }

let database: TestDatabase
let mail: MailServer
let outbox: TestOutbox
before(async () => {
  database = await createTestDatabase()
})
after(() => database.close())
beforeEach(async () => {
  await sql`truncate messages`.execute(database.db)
  mail = await openMailServer()
  outbox = openOutbox(database.db, { email: createSmtpSender({ url: mail.url, from }) })
})
afterEach(async () => {
  await outbox.stop()
  await mail.close()
})

async function queueMany(count: number): Promise<number> {
  let slowestMs = 0
  for (let index = 0; index < count; index += 1) {
    const begunAt = performance.now()
    await outbox.queueCode({ to: `person${index}@example.com` })
    slowestMs = Math.max(slowestMs, performance.now() - begunAt)
  }
  return slowestMs
}

/** Each of so many people has exactly one mail; answers how many came more than once. */
function assertEverybodyHas(count: number): number {
  const byPerson = Map.groupBy(mail.received, ({ to }) => to)
  assert.equal(byPerson.size, count)
  for (const mails of byPerson.values()) {
    assert.equal(new Set(mails.map(({ messageId }) => messageId)).size, 1, 'a repetition is told by its id')
  }
  return mail.received.length - count
}

const isAllSent = (count: number) => async () => (await statesOf(database.db)).sent === count

describe('mail', { timeout: 60_000 }, () => {
  it('goes out at once, with text and HTML, and says that nobody need answer', async () => {
    await outbox.queueCode()
    await until(() => mail.received.length === 1)
    const raw = mail.received[0]?.raw ?? ''
    assert.match(raw, /^From: Foyer <no-reply@foyer\.example>$/m)
    assert.match(raw, /^To: asha@example\.com$/m)
    assert.match(raw, /^Subject: Your Foyer sign-in code$/m)
    assert.match(raw, /^Auto-Submitted: auto-generated$/m)
    assert.match(raw, /^Message-ID: <[0-9a-f-]{36}@foyer\.example>$/m)
    assert.match(raw, /^Content-Type: multipart\/alternative/m)
    assert.match(raw, /^Content-Type: text\/plain/m)
    assert.match(raw, /^Content-Type: text\/html/m)
    assert.match(raw, /^123456$/m)
  })

  it('waits while nobody listens, and arrives once somebody does', async () => {
    await mail.close()
    const slowestMs = await queueMany(20)
    await until(() => outbox.tried.length >= 20)
    assert.deepEqual(await statesOf(database.db), { waiting: 20 })
    assert.ok(outbox.tried.every((outcome) => outcome.result === 'again' && outcome.fault === 'ESOCKET'))
    await mail.open()
    await until(isAllSent(20))
    assert.equal(assertEverybodyHas(20), 0)
    assert.ok(slowestMs < 1_000, `queueing took up to ${slowestMs} ms`)
  })

  it('waits while the server is busy', async () => {
    mail.mood = 'busy'
    await queueMany(20)
    await until(() => mail.begun >= 20)
    mail.mood = 'fine'
    await until(isAllSent(20))
    assert.equal(assertEverybodyHas(20), 0)
  })

  it('waits while the server hangs, which slows nobody who queues', async () => {
    mail.mood = 'hang'
    const slowestMs = await queueMany(20)
    await until(() => outbox.tried.length >= 8)
    assert.ok(outbox.tried.every((outcome) => outcome.result === 'again' && outcome.fault === 'timeout'))
    mail.mood = 'fine'
    await until(isAllSent(20))
    assert.equal(assertEverybodyHas(20), 0)
    assert.ok(slowestMs < 1_000, `queueing took up to ${slowestMs} ms`)
  })

  it('arrives at most once more for each time the server took it and did not say so', async () => {
    mail.mood = 'drop'
    await queueMany(20)
    await until(() => mail.received.length >= 10)
    mail.mood = 'fine'
    const dropped = mail.received.length
    await until(isAllSent(20))
    const repetitions = assertEverybodyHas(20)
    assert.ok(repetitions > 0 && repetitions <= dropped + 4, `${repetitions} for ${dropped}`)
  })

  it('is given up at once where the recipient is unknown, without their address', async () => {
    mail.mood = 'unknown'
    await outbox.queueCode()
    await until(() => outbox.tried.length === 1)
    const { rows } = await sql<{ fault: string; state: string }>`select fault, state from messages`.execute(
      database.db,
    )
    assert.deepEqual(rows, [{ fault: 'smtp-550 RCPT TO', state: 'dead' }])
  })

  it('with a poisoned recipient never reaches the server, and others pass', async () => {
    const poisoned = [
      'asha@example.com\r\nRCPT TO:<eve@example.com>',
      'asha@example.com\nBcc: eve@example.com',
      'asha@example.com,eve@example.com',
      'asha@example.com;eve@example.com',
      'asha@example.com eve@example.com',
      '<asha@example.com>',
      'Asha <asha@example.com>',
      'asha\u0000@example.com',
      'asha\u202e@example.com',
      ' asha@example.com',
      'asha@example.com\n',
      'asha',
      '',
    ]
    for (const to of poisoned) await outbox.queueCode({ to })
    await until(async () => (await statesOf(database.db)).dead === poisoned.length)
    assert.ok(
      outbox.tried.every((outcome) => outcome.result === 'dead' && outcome.fault === 'recipient-refused'),
    )
    assert.equal(mail.begun, 0)
    await outbox.queueCode({ to: 'ravi@example.com' })
    await until(() => mail.received.length === 1)
    assert.equal(mail.received[0]?.to, 'ravi@example.com')
  })

  it('does not cross a network in clear unless the address says so', async () => {
    const elsewhere = mail.url.replace('127.0.0.1', '127.0.0.2')
    const letter = { id: 'a', to: 'asha@example.com', subject: 'Hello', text: 'Hello' }
    const guarded = createSmtpSender({ url: elsewhere, from })
    await assert.rejects(guarded.send(letter, AbortSignal.timeout(5_000)), /ETLS|STARTTLS/)
    assert.equal(mail.begun, 0)
    const open = createSmtpSender({ url: `${elsewhere}?ignoreTLS=true`, from })
    await open.send(letter, AbortSignal.timeout(5_000))
    assert.equal(mail.received.length, 1)
    guarded.close()
    open.close()
  })

  it('keeps names and subjects within their headers', async () => {
    const sender = createSmtpSender({
      url: mail.url,
      from: { ...from, name: 'Foyer\r\nBcc: eve@example.com' },
    })
    const content = { to: 'asha@example.com', subject: 'Hello\r\nBcc: eve@example.com', text: 'Hello' }
    await sender.send({ id: 'a', ...content }, AbortSignal.timeout(5_000))
    sender.close()
    const head = mail.received[0]?.raw.split('\r\n\r\n')[0] ?? ''
    assert.doesNotMatch(head, /^Bcc/im)
    assert.equal(mail.received[0]?.to, 'asha@example.com')
  })

  it('under way when the service stops is finished, or given back for whoever starts next', async () => {
    mail.mood = 'hang'
    await queueMany(6)
    await until(() => mail.begun === 4)
    const begunAt = performance.now()
    await outbox.stop()
    assert.ok(performance.now() - begunAt < 5_000)
    assert.deepEqual(await statesOf(database.db), { waiting: 6 })
    const { rows } = await sql<{ due: boolean }>`select due_at <= now() as due from messages`.execute(
      database.db,
    )
    assert.ok(rows.filter(({ due }) => due).length >= 2)
    mail.mood = 'fine'
    await sleep(50)
    outbox = openOutbox(database.db, { email: createSmtpSender({ url: mail.url, from }) })
    await until(isAllSent(6))
    assert.equal(assertEverybodyHas(6), 0)
  })
})
