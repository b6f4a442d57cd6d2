/** F05: copies of the service are killed while they send; what they held is sent by the others. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMailServer } from '../../api/src/outbox/test-mail-server.ts'
import type { Fault } from './fault.ts'
import { openHouse } from './installation/installation.ts'
import {
  addressOf,
  copiesOf,
  countMissing,
  emptyQueue,
  mailSettings,
  messagesOf,
  queueMessages,
} from './installation/mail.ts'

const messages = 500
/** A mail is taken and not yet confirmed for so long: who is killed then leaves it to be sent again. */
const answersAfterMs = 60
/** Of one copy at one time, as api/src/outbox/delivery.ts has it. */
const concurrency = 4
const leaseMs = 60_000

export const killedWorkers: Fault = {
  id: 'F05',
  title: 'kill -9 of two of three copies that send 500 mails, holding leases',
  async run(check) {
    const mail = await openMailServer()
    mail.answersAfterMs = answersAfterMs
    const house = await openHouse({ env: mailSettings(mail) })
    const { db } = house.database
    try {
      const copies = [await house.startCopy(), await house.startCopy()]
      // Ready, and each has looked at the queue.
      await sleep(2_000)
      const people = Array.from({ length: messages }, (_, index) => addressOf(index))
      await queueMessages(db, people)
      for (const [index, copy] of copies.entries()) {
        while (mail.received.length < (index + 1) * 150) await sleep(5)
        copy.process.kill('SIGKILL')
        await once(copy.process, 'exit')
      }
      const killedAt = performance.now()
      await emptyQueue(db, leaseMs + 30_000)
      const tookMs = Math.round(performance.now() - killedAt)

      const rows = await messagesOf(db)
      const held = [...rows.values()].filter(({ tries }) => tries > 1)
      const taken = copiesOf(mail.received)
      const repeated = [...taken].filter(([, count]) => count > 1)
      const { missing, several } = countMissing(mail.received, people)
      check(
        'every message was sent',
        missing === 0 && rows.size === messages && [...rows.values()].every(({ state }) => state === 'sent'),
        `${messages - missing}/${messages}`,
      )
      check(
        'the killed ones held leases, no more than they may',
        held.length > 0 && held.length <= copies.length * concurrency,
        held.length,
      )
      check(
        'nothing but a message that was held came twice, none three times, with the same Message-ID',
        several === 0 && repeated.every(([id, count]) => count === 2 && (rows.get(id)?.tries ?? 0) === 2),
        `${repeated.length} duplicates`,
      )
      check('what was held came once its lease was over', tookMs < leaseMs + 10_000, `${tookMs} ms`)
    } finally {
      await house.close()
      await mail.close()
    }
  },
}
