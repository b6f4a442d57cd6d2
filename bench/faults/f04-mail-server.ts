/** F04: the mail server refuses, is busy, hangs, or drops the connection after DATA, while users ask for codes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { countMessages } from '../../api/src/messages/messages.ts'
import { type MailServer, openMailServer } from '../../api/src/messages/test-mail-server.ts'
import { emailOf } from '../service/add-users.ts'
import { percentile } from '../service/measure.ts'
import type { Fault } from './fault.ts'
import { openInstallation } from './installation/installation.ts'
import { copiesOf, countMissing, mailSettings, waitForEmptyQueue } from './installation/mail.ts'

type Outage = {
  what: string
  seconds: number
  begin(mail: MailServer): unknown
  end(mail: MailServer): unknown
}

const usersEach = 100
const perSecond = 50
/**
 * Within an outage of 10 s a mail is tried three times, and again 30 s later; after an outage of 60 s it is sent
 * sooner.
 */
const deliveredWithinMs = 60_000

const withBehaviour = (behaviour: MailServer['behaviour']) => ({
  begin: (mail: MailServer) => {
    mail.behaviour = behaviour
  },
  end: (mail: MailServer) => {
    mail.behaviour = 'fine'
  },
})

const outages: Outage[] = [
  { what: 'refuses', seconds: 10, begin: (mail) => mail.close(), end: (mail) => mail.open() },
  { what: 'is busy (451)', seconds: 10, ...withBehaviour('busy') },
  { what: 'hangs', seconds: 60, ...withBehaviour('hang') },
  { what: 'drops after DATA', seconds: 10, ...withBehaviour('drop') },
]

export const fault: Fault = {
  id: 'F04',
  title: 'SMTP refuses, is busy, hangs, drops after DATA; 100 users ask for codes each time',
  async run(check, { isShort }) {
    await using mail = await openMailServer()
    await using installation = await openInstallation({ env: mailSettings(mail) })
    await using client = installation.openClient()
    const { db } = installation.database
    const users = await installation.addUsers((outages.length + 1) * usersEach)
    await Promise.all(users.slice(outages.length * usersEach).map((uuid) => client.mailCode(uuid)))
    await waitForEmptyQueue(db, deliveredWithinMs)

    for (const [index, { what, seconds, begin, end }] of outages.entries()) {
      const first = index * usersEach
      mail.received = []
      await begin(mail)
      const outage = sleep(isShort ? 4_000 : seconds * 1_000)
      const answers = await Promise.all(
        users.slice(first, first + usersEach).map(async (uuid, place) => {
          await sleep((place * 1_000) / perSecond)
          return client.mailCode(uuid)
        }),
      )
      const p99Ms = percentile(
        answers.map(({ ms }) => ms),
        99,
      )
      const refused = answers.find(({ status }) => status !== 200)
      check(
        `SMTP ${what}: every request for a code was accepted`,
        !refused,
        refused && `${refused.status} ${refused.fault}`,
      )
      check('the API stayed fast, p99 under 300 ms', p99Ms < 300, `${Math.round(p99Ms)} ms`)
      await outage
      const dropped = copiesOf(mail.received)
      const { waiting } = (await countMessages(db)).email
      await end(mail)
      const afterMs = await waitForEmptyQueue(db, deliveredWithinMs)

      const addresses = Array.from({ length: usersEach }, (_, place) => emailOf(first + place))
      const { missing, several } = countMissing(mail.received, addresses)
      const copies = copiesOf(mail.received)
      const sum = [...dropped.values()].reduce((all, count) => all + count, 0)
      check(
        'all mails arrived once the mail server was back',
        missing === 0 && (await countMessages(db)).email.waiting === 0,
        `${waiting} waited, all sent ${afterMs} ms after`,
      )
      check(
        'one duplicate of each dropped mail, with the same Message-ID, and no other duplicate',
        several === 0 && [...copies].every(([id, count]) => count === (dropped.get(id) ?? 0) + 1),
        `${mail.received.length - copies.size} duplicates, ${sum} dropped`,
      )
    }
    check('no mail was given up', (await countMessages(db)).email.dead === 0)
    check('the process kept running', installation.isAlive())
  },
}
