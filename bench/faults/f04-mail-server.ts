/** F04: the mail server refuses, is busy, hangs, or hangs up after having taken a mail, while people ask for codes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { countMessages } from '../../api/src/outbox/messages.ts'
import { type MailServer, openMailServer } from '../../api/src/outbox/test-mail-server.ts'
import { type Fault, percentile } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { addressOf, copiesOf, countMissing, emptyQueue, mailSettings } from './installation/mail.ts'
import { makePeople } from './installation/people.ts'

type Outage = {
  what: string
  seconds: number
  begin(mail: MailServer): unknown
  end(mail: MailServer): unknown
}

const peopleEach = 100
const perSecond = 50
/** After an outage of 10 s a mail was tried three times, and the fourth is 30 s later; after 60 s of silence sooner. */
const deliveredWithinMs = 60_000

const inMood = (mood: MailServer['mood']) => ({
  begin: (mail: MailServer) => {
    mail.mood = mood
  },
  end: (mail: MailServer) => {
    mail.mood = 'fine'
  },
})

const outages: Outage[] = [
  { what: 'refuses', seconds: 10, begin: (mail) => mail.close(), end: (mail) => mail.open() },
  { what: 'is busy (451)', seconds: 10, ...inMood('busy') },
  { what: 'hangs', seconds: 60, ...inMood('hang') },
  { what: 'drops after DATA', seconds: 10, ...inMood('drop') },
]

export const mailServerFaults: Fault = {
  id: 'F04',
  title: 'SMTP refuses, is busy, hangs, drops after DATA; 100 people ask for codes each time',
  async run(check, { isShort }) {
    const mail = await openMailServer()
    const house = await openHouse({ env: mailSettings(mail) })
    const client = openClient(house.url)
    const { db } = house.database
    try {
      const people = await makePeople(house.database, (outages.length + 1) * peopleEach)
      await Promise.all(people.slice(outages.length * peopleEach).map((uuid) => client.mailCode(uuid)))
      await emptyQueue(db, deliveredWithinMs)

      for (const [index, { what, seconds, begin, end }] of outages.entries()) {
        const from = index * peopleEach
        mail.received = []
        await begin(mail)
        const outage = sleep(isShort ? 4_000 : seconds * 1_000)
        const answers = await Promise.all(
          people.slice(from, from + peopleEach).map(async (uuid, place) => {
            await sleep((place * 1_000) / perSecond)
            return client.mailCode(uuid)
          }),
        )
        const p99Ms = percentile(
          answers.map(({ ms }) => ms),
          0.99,
        )
        const refused = answers.find(({ status }) => status !== 200)
        check(
          `SMTP ${what}: every code was promised`,
          !refused,
          refused && `${refused.status} ${refused.fault}`,
        )
        check('the API stayed quick, p99 under 300 ms', p99Ms < 300, `${p99Ms} ms`)
        await outage
        const dropped = copiesOf(mail.received)
        const { waiting } = await countMessages(db)
        await end(mail)
        const afterMs = await emptyQueue(db, deliveredWithinMs)

        const addresses = Array.from({ length: peopleEach }, (_, place) => addressOf(from + place))
        const { missing, several } = countMissing(mail.received, addresses)
        const copies = copiesOf(mail.received)
        const sum = [...dropped.values()].reduce((all, count) => all + count, 0)
        check(
          'all mails arrived once it was back',
          missing === 0 && (await countMessages(db)).waiting === 0,
          `${waiting} waited, all sent ${afterMs} ms after`,
        )
        check(
          'one duplicate for each that was taken and dropped, with the same Message-ID; no other',
          several === 0 && [...copies].every(([id, count]) => count === (dropped.get(id) ?? 0) + 1),
          `${mail.received.length - copies.size} duplicates, ${sum} dropped`,
        )
      }
      check('none was given up', (await countMessages(db)).dead === 0)
      check('the process stayed', house.isAlive())
    } finally {
      await client.close()
      await house.close()
      await mail.close()
    }
  },
}
