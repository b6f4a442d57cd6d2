/** Tests mail delivery through a real SMTP server that fails in several ways (N-101). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { DeliveryTiming } from './channel-worker.ts'
import { marksIn } from './marks.ts'
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
  outbox = open()
})
afterEach(async () => {
  await outbox.stop()
  await mail.close()
})

function open(timing: Partial<DeliveryTiming> = {}): TestOutbox {
  return openOutbox(database.db, { email: createSmtpSender({ url: mail.url, from }), timing })
}

/** Stops the outbox and opens another once the server has no connection of the first. */
async function reopen(timing: Partial<DeliveryTiming> = {}): Promise<void> {
  await outbox.stop()
  await until(() => mail.connections() === 0)
  outbox = open(timing)
}

async function queueMany(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await outbox.queueCode({ to: `person${index}@example.com` })
}

/** Asserts that each of `count` recipients got a mail, and returns the number of duplicates. */
function assertEachReceivedOne(count: number): number {
  const byRecipient = Map.groupBy(mail.received, ({ to }) => to)
  assert.equal(byRecipient.size, count)
  for (const mails of byRecipient.values()) {
    assert.equal(new Set(mails.map(({ messageId }) => messageId)).size, 1, 'repeated mails have the same id')
  }
  return mail.received.length - count
}

const isAllSent = (count: number) => async () => (await statesOf(database.db)).sent === count

describe('mail delivery', { timeout: 120_000 }, () => {
  it('sends a mail at once with text, HTML and headers against automatic replies', async () => {
    await outbox.queueCode()
    await until(() => mail.received.length === 1)
    const raw = mail.received[0]?.raw ?? ''
    assert.match(raw, /^From: Foyer <no-reply@foyer\.example>$/m)
    assert.match(raw, /^To: asha@example\.com$/m)
    assert.match(raw, /^Subject: Your code to sign in to Learning$/m)
    assert.match(raw, /^Auto-Submitted: auto-generated$/m)
    assert.match(raw, /^Message-ID: <[0-9a-f-]{36}@foyer\.example>$/m)
    assert.match(raw, /^Content-Type: multipart\/alternative/m)
    assert.match(raw, /^Content-Type: text\/plain/m)
    assert.match(raw, /^Content-Type: text\/html/m)
    assert.match(raw, /^123456$/m)
  })

  it('sends replies to another address only if it is one address, and marks such a mail as no automatic one', async () => {
    await outbox.queueCode({ replyTo: 'meera@example.com' })
    await until(() => mail.received.length === 1)
    const raw = mail.received[0]?.raw ?? ''
    assert.match(raw, /^Reply-To: meera@example\.com$/m)
    assert.match(raw, /^X-Auto-Response-Suppress: All$/m)
    assert.doesNotMatch(raw, /^Auto-Submitted:/m)
    for (const replyTo of ['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', 'nobody'])
      await outbox.queueCode({ replyTo })
    await until(async () => (await statesOf(database.db)).dead === 3)
    assert.equal(mail.received.length, 1)
  })

  it('carries the mark of the family inside the mail', async () => {
    await outbox.queueCode()
    await until(() => mail.received.length === 1)
    const raw = mail.received[0]?.raw ?? ''
    assert.match(raw, /^Content-Type: multipart\/related/m)
    for (const scheme of ['light', 'dark'] as const) {
      const start = raw.indexOf(`Content-ID: <student-${scheme}@marks.foyer>`)
      const image = raw.slice(raw.lastIndexOf('\r\n--', start), raw.indexOf('\r\n--', start))
      assert.match(image, /^Content-Type: image\/png/m)
      assert.match(image, /^Content-Disposition: inline/m)
      const content = image.slice(image.indexOf('\r\n\r\n')).replaceAll('\r\n', '')
      const [mark] = marksIn(`"cid:student-${scheme}@marks.foyer"`)
      assert.equal(content, mark?.content.toString('base64'))
    }
  })

  it('delivers mails after the server was down', async () => {
    await mail.close()
    await queueMany(20)
    await until(() => outbox.tried.length >= 20)
    assert.deepEqual(await statesOf(database.db), { waiting: 20 })
    assert.ok(outbox.tried.every((outcome) => outcome.result === 'again' && outcome.fault === 'ESOCKET'))
    await mail.open()
    await until(isAllSent(20))
    assert.equal(assertEachReceivedOne(20), 0)
  })

  it('delivers mails after the server was busy', async () => {
    mail.behaviour = 'busy'
    await queueMany(20)
    await until(() => mail.begun >= 20)
    mail.behaviour = 'fine'
    await until(isAllSent(20))
    assert.equal(assertEachReceivedOne(20), 0)
  })

  it('delivers mails after the server hung, without slowing callers down', async () => {
    mail.behaviour = 'hang'
    await queueMany(20)
    assert.equal(outbox.tried.length, 0, 'no mail ended before all were queued')
    await reopen({ tryMs: 300 })
    await until(() => outbox.tried.length >= 8)
    assert.ok(outbox.tried.every((outcome) => outcome.result === 'again' && outcome.fault === 'timeout'))
    await reopen()
    mail.behaviour = 'fine'
    await until(isAllSent(20))
    assert.equal(assertEachReceivedOne(20), 0)
  })

  it('repeats a mail at most once for each connection lost after the server accepted it', async () => {
    mail.behaviour = 'drop'
    await queueMany(20)
    await until(() => mail.received.length >= 10)
    mail.behaviour = 'fine'
    const dropped = mail.received.length
    await until(isAllSent(20))
    const repetitions = assertEachReceivedOne(20)
    assert.ok(repetitions > 0 && repetitions <= dropped + 4, `${repetitions} for ${dropped}`)
  })

  it('gives up a mail to an unknown recipient at once, without logging the address', async () => {
    mail.behaviour = 'unknown'
    await outbox.queueCode()
    await until(() => outbox.tried.length === 1)
    const { rows } = await sql<{ fault: string; state: string }>`select fault, state from messages`.execute(
      database.db,
    )
    assert.deepEqual(rows, [{ fault: 'smtp-550 RCPT TO', state: 'dead' }])
  })

  it('rejects recipients with injected headers and sends the other mails', async () => {
    const poisoned = [
      'asha@example.com\r\nRCPT TO:<eve@example.com>',
      'asha@example.com\r\nDATA\r\nSubject: x\r\n\r\n.\r\n',
      'asha@example.com\nBcc: eve@example.com',
      'asha@example.com> SIZE=1<',
      `${'a'.repeat(100_000)}@example.com`,
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

  it('requires TLS to other hosts unless the URL turns it off', async () => {
    const elsewhere = mail.url.replace('127.0.0.1', '127.0.0.2')
    const message = { id: 'a', to: 'asha@example.com', subject: 'Hello', text: 'Hello' }
    const guarded = createSmtpSender({ url: elsewhere, from })
    await assert.rejects(guarded.send(message, AbortSignal.timeout(60_000)), /ETLS|STARTTLS/)
    assert.equal(mail.begun, 0)
    const open = createSmtpSender({ url: `${elsewhere}?ignoreTLS=true`, from })
    await open.send(message, AbortSignal.timeout(60_000))
    assert.equal(mail.received.length, 1)
    guarded.close()
    open.close()
  })

  it('keeps line breaks out of mail headers', async () => {
    const sender = createSmtpSender({
      url: mail.url,
      from: { ...from, name: 'Foyer\r\nBcc: eve@example.com' },
    })
    const content = { to: 'asha@example.com', subject: 'Hello\r\nBcc: eve@example.com', text: 'Hello' }
    await sender.send({ id: 'a', ...content }, AbortSignal.timeout(60_000))
    sender.close()
    const head = mail.received[0]?.raw.split('\r\n\r\n')[0] ?? ''
    assert.doesNotMatch(head, /^Bcc/im)
    assert.equal(mail.received[0]?.to, 'asha@example.com')
  })

  it('finishes or releases running mails when the service stops', async () => {
    mail.behaviour = 'hang'
    await queueMany(6)
    await until(() => mail.begun === 4)
    // The outbox stops long before an attempt would end.
    await outbox.stop()
    assert.deepEqual(await statesOf(database.db), { waiting: 6 })
    const { rows } = await sql<{ due: boolean }>`select due_at <= now() as due from messages`.execute(
      database.db,
    )
    assert.ok(rows.filter(({ due }) => due).length >= 2)
    await reopen()
    mail.behaviour = 'fine'
    await until(isAllSent(6))
    assert.equal(assertEachReceivedOne(6), 0)
  })
})
