/** F14: the service is told to stop while sign-ins wait for their hash and mails are half sent. */
import { setTimeout as sleep } from 'node:timers/promises'
import { countMessages } from '../../api/src/outbox/messages.ts'
import { openMailServer } from '../../api/src/outbox/test-mail-server.ts'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { openJournal } from './installation/journal.ts'
import { addressOf, copiesOf, countMissing, emptyQueue, mailSettings } from './installation/mail.ts'
import { makePeople } from './installation/people.ts'

const hashing = { memoryKib: 19_456, passes: 2 }
/** More than work and wait at once: the queue holds 64. */
const signIns = 90
const mails = 40

export const stopWhileSending: Fault = {
  id: 'F14',
  title: 'SIGTERM while the hash queue is full and mails are half sent, 4 times',
  async run(check, { isShort }) {
    const mail = await openMailServer()
    const house = await openHouse({
      env: {
        ...mailSettings(mail),
        ARGON2_MEMORY_KIB: String(hashing.memoryKib),
        ARGON2_PASSES: String(hashing.passes),
      },
    })
    const { db } = house.database
    try {
      const rounds = isShort ? 1 : 4
      const people = await makePeople(house.database, rounds * mails + signIns, hashing)
      const journal = openJournal()
      for (let round = 0; round < rounds; round += 1) {
        const client = openClient(house.url, { connections: 200 })
        const from = round * mails
        mail.received = []
        // Every second time the mails under way never end by themselves.
        const isHanging = round % 2 === 1
        mail.mood = isHanging ? 'hang' : 'fine'
        mail.answersAfterMs = 700
        const codes = await Promise.all(people.slice(from, from + mails).map((uuid) => client.mailCode(uuid)))
        const promised = codes.flatMap(({ status }, place) =>
          status === 200 ? [addressOf(from + place)] : [],
        )
        // As many connections as are needed: one that is just being opened is nobody's acknowledged work.
        await Promise.all(Array.from({ length: signIns }, () => client.get('/health/live')))
        const logins = people.slice(-signIns).map((uuid) => client.login(uuid))
        await sleep(200)
        const { waiting } = await countMessages(db)
        const { code, ms } = await house.stopService('SIGTERM')
        const answers = await Promise.all(logins)
        const count = (status: number) => answers.filter((answer) => answer.status === status).length
        const other = answers.find(({ status }) => status !== 200 && status !== 503)
        answers.forEach(({ data }, place) => {
          if (data) journal.keep(`${round} ${place}`, data)
        })
        check(
          `the queue was full: every sign-in was answered, with 200 or 503`,
          count(200) + count(503) === signIns && count(200) > 0 && count(503) > 0,
          `200 × ${count(200)}, 503 × ${count(503)} ${other ? `${other.status} ${other.fault}` : ''}`,
        )
        check(
          'exit 0 within 25 s',
          code === 0 && ms < 25_000,
          `${ms} ms, mails ${isHanging ? 'hanging' : 'slow'}`,
        )
        check(
          'mails were half sent',
          waiting > 0 && promised.length === mails,
          `${waiting} of ${mails} waited`,
        )

        mail.mood = 'fine'
        mail.answersAfterMs = 0
        await house.startService()
        await house.readiness(200)
        const sentMs = await emptyQueue(db, 90_000)
        const { missing } = countMissing(mail.received, promised)
        const copies = copiesOf(mail.received)
        check('every promised mail arrived', missing === 0, `${promised.length - missing}/${promised.length}`)
        check('none twice', mail.received.length === copies.size, `${mail.received.length - copies.size}`)
        // A lease that was not given back would hold for 60 s.
        check('and at once: what was not finished had been given back', sentMs < 20_000, `${sentMs} ms`)
        await journal.checkSessions(client, check)
        await client.close()
      }
      check('no mail was given up', (await countMessages(db)).dead === 0)
    } finally {
      await house.close()
      await mail.close()
    }
  },
}
