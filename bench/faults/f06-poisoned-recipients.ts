/** F06: rows of the queue that no honest service wrote; they are given up, and the others pass. */
import { sql } from 'kysely'
import { openMailServer } from '../../api/src/outbox/test-mail-server.ts'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import {
  addressOf,
  countMissing,
  emptyQueue,
  mailSettings,
  messagesOf,
  queueMessages,
} from './installation/mail.ts'
import { makePeople } from './installation/people.ts'

const poisoned = [
  'asha@example.com\r\nRCPT TO:<eve@example.com>',
  'asha@example.com\r\nDATA\r\nSubject: x\r\n\r\n.\r\n',
  'asha@example.com\nBcc: eve@example.com',
  'asha@example.com> SIZE=1<',
  'asha@example.com,eve@example.com',
  'Asha <asha@example.com>',
  'asha\u0000@example.com',
  'asha\u202e@example.com',
  `${'a'.repeat(100_000)}@example.com`,
  'asha',
  '',
]

export const poisonedRecipients: Fault = {
  id: 'F06',
  title: 'poisoned recipients and unreadable rows in the queue of mail',
  async run(check) {
    const mail = await openMailServer()
    const house = await openHouse({ env: mailSettings(mail), isStarted: false })
    const client = openClient(house.url)
    const { db } = house.database
    try {
      // The tables are there after a first start; the rows lie there when the next one looks.
      await house.startService()
      await house.readiness(200)
      await house.stopService('SIGTERM')
      await queueMessages(db, poisoned)
      await sql`insert into messages (medium, template, payload) values
        ('email', 'otp-code', 'nonsense'), ('email', 'no such template', ''), ('email', 'otp-code', null)`.execute(
        db,
      )
      const bad = poisoned.length + 3
      await house.startService()
      await house.readiness(200)
      await emptyQueue(db, 10_000)
      const rows = [...(await messagesOf(db)).values()]
      const faults = Object.entries(Object.groupBy(rows, ({ fault }) => String(fault)))
      check(
        'every one is given up at its first try',
        rows.length === bad && rows.every(({ state, tries }) => state === 'dead' && tries === 1),
        faults.map(([fault, list]) => `${fault} × ${list?.length}`).join(', '),
      )
      check('not one SMTP command was sent for them', mail.begun === 0 && mail.received.length === 0)

      const people = await makePeople(house.database, 20)
      await queueMessages(db, poisoned)
      const answers = await Promise.all(people.map((uuid) => client.mailCode(uuid)))
      await emptyQueue(db, 10_000)
      const addresses = people.map((_, index) => addressOf(index))
      const { missing } = countMissing(mail.received, addresses)
      check(
        'others pass, among as many poisoned ones',
        answers.every(({ status }) => status === 200) && missing === 0 && mail.begun === people.length,
        `${mail.received.length} mails`,
      )
      const isSaid = await house.says(/"fault":"recipient-refused"/)
      check(
        'the log says that they were given up, and not to whom',
        isSaid && !/asha|eve@|example\.com/.test(house.said()),
      )
      check('the process stayed', house.isAlive())
    } finally {
      await client.close()
      await house.close()
      await mail.close()
    }
  },
}
