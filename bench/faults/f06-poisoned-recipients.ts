/** F06: puts malformed rows into the queue of messages; the service gives them up and delivers the others. */
import { sql } from 'kysely'
import { openMailServer } from '../../api/src/messages/test-mail-server.ts'
import type { Fault } from './fault.ts'
import { openInstallation } from './installation/installation.ts'
import {
  addressOf,
  countMissing,
  mailSettings,
  messagesOf,
  queueMessages,
  waitForEmptyQueue,
} from './installation/mail.ts'

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

export const fault: Fault = {
  id: 'F06',
  title: 'poisoned recipients and unreadable rows in the queue of mail',
  async run(check) {
    await using mail = await openMailServer()
    await using installation = await openInstallation({ env: mailSettings(mail), isStarted: false })
    await using client = installation.openClient()
    const { db } = installation.database
    // The first start creates the tables; the second finds the rows.
    await installation.startService()
    await installation.stopService('SIGTERM')
    await queueMessages(db, poisoned)
    await sql`insert into messages (channel, template, payload) values
      ('email', 'otp-code', 'nonsense'), ('email', 'no such template', ''), ('email', 'otp-code', null)`.execute(
      db,
    )
    const bad = poisoned.length + 3
    await installation.startService()
    await waitForEmptyQueue(db, 10_000)
    const rows = [...(await messagesOf(db)).values()]
    const faults = Object.entries(Object.groupBy(rows, ({ fault }) => String(fault)))
    check(
      'every malformed message is given up at its first try',
      rows.length === bad && rows.every(({ state, tries }) => state === 'dead' && tries === 1),
      faults.map(([fault, list]) => `${fault} × ${list?.length}`).join(', '),
    )
    check('no SMTP command was sent for them', mail.begun === 0 && mail.received.length === 0)

    const users = await installation.addUsers(20)
    await queueMessages(db, poisoned)
    const answers = await Promise.all(users.map((uuid) => client.mailCode(uuid)))
    await waitForEmptyQueue(db, 10_000)
    const addresses = users.map((_, index) => addressOf(index))
    const { missing } = countMissing(mail.received, addresses)
    check(
      'other messages among them are delivered',
      answers.every(({ status }) => status === 200) && missing === 0 && mail.begun === users.length,
      `${mail.received.length} mails`,
    )
    const isLogged = await installation.logs(/"fault":"recipient-refused"/)
    check(
      'the log says that they were given up, without an address',
      isLogged && !/asha|eve@|example\.com/.test(installation.output()),
    )
    check('the process kept running', installation.isAlive())
  },
}
