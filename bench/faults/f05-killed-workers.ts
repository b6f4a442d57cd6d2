/**
 * F05: kills copies of the service while they send; the other copies send the messages that the killed copies had
 * claimed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openMailServer } from '../../api/src/messages/test-mail-server.ts'
import { emailOf } from '../service/add-users.ts'
import type { Fault } from './fault.ts'
import { openInstallation } from './installation/installation.ts'
import {
  copiesOf,
  countMissing,
  mailSettings,
  messagesOf,
  queueMessages,
  waitForEmptyQueue,
} from './installation/mail.ts'

const messages = 500
/** Delay between receiving and confirming a mail. If a copy is killed in this time, the mail is sent again. */
const answersAfterMs = 60
/** The number of messages that one copy sends at once, as in api/src/messages/senders/message-delivery.ts. */
const concurrency = 4
const leaseMs = 60_000

export const fault: Fault = {
  id: 'F05',
  title: 'kill -9 of two of three copies that send 500 mails, holding leases',
  async run(check) {
    await using mail = await openMailServer()
    mail.answersAfterMs = answersAfterMs
    await using installation = await openInstallation({ env: mailSettings(mail) })
    const { db } = installation.database
    const copies = [await installation.startCopy(), await installation.startCopy()]
    // Long enough for each copy to have polled the queue.
    await sleep(2_000)
    const users = Array.from({ length: messages }, (_, index) => emailOf(index))
    await queueMessages(db, users)
    for (const [index, copy] of copies.entries()) {
      while (mail.received.length < (index + 1) * 150) await sleep(5)
      await copy.process.stop('SIGKILL')
    }
    const killedAt = performance.now()
    await waitForEmptyQueue(db, leaseMs + 30_000)
    const tookMs = Math.round(performance.now() - killedAt)

    const rows = await messagesOf(db)
    const held = [...rows.values()].filter(({ tries }) => tries > 1)
    const taken = copiesOf(mail.received)
    const repeated = [...taken].filter(([, count]) => count > 1)
    const { missing, several } = countMissing(mail.received, users)
    check(
      'every message was sent',
      missing === 0 && rows.size === messages && [...rows.values()].every(({ state }) => state === 'sent'),
      `${messages - missing}/${messages}`,
    )
    check(
      'the killed copies held leases, no more than their concurrency allows',
      held.length > 0 && held.length <= copies.length * concurrency,
      held.length,
    )
    check(
      'only leased messages arrived twice, none three times, with the same Message-ID',
      several === 0 && repeated.every(([id, count]) => count === 2 && (rows.get(id)?.tries ?? 0) === 2),
      `${repeated.length} duplicates`,
    )
    check('leased messages arrived once their lease was over', tookMs < leaseMs + 10_000, `${tookMs} ms`)
  },
}
