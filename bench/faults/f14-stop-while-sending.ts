/** F14: sends SIGTERM while sign-ins wait for a password hash and mails are being sent. */
import { setTimeout as sleep } from 'node:timers/promises'
import { countMessages } from '../../api/src/messages/messages.ts'
import { openMailServer } from '../../api/src/messages/test-mail-server.ts'
import { emailOf } from '../service/add-users.ts'
import type { Fault } from './fault.ts'
import { recordAcknowledgements } from './installation/acknowledgements.ts'
import { openInstallation } from './installation/installation.ts'
import { copiesOf, countMissing, mailSettings, waitForEmptyQueue } from './installation/mail.ts'

const hashing = { memoryKib: 19_456, passes: 2 }
/** More than the hash workers and their queue of 64 hold. */
const signIns = 90
const mails = 40

export const fault: Fault = {
  id: 'F14',
  title: 'SIGTERM while the hash queue is full and mails are being sent, 4 times',
  async run(check, { isShort }) {
    await using mail = await openMailServer()
    await using installation = await openInstallation({
      env: {
        ...mailSettings(mail),
        ARGON2_MEMORY_KIB: String(hashing.memoryKib),
        ARGON2_PASSES: String(hashing.passes),
      },
    })
    const { db } = installation.database
    const rounds = isShort ? 1 : 4
    const users = await installation.addUsers(rounds * mails + signIns, hashing)
    const acknowledged = recordAcknowledgements()
    for (let round = 0; round < rounds; round += 1) {
      await using client = installation.openClient({ connections: 200 })
      const first = round * mails
      mail.received = []
      // In every second round the mail server never answers.
      const isHanging = round % 2 === 1
      mail.behaviour = isHanging ? 'hang' : 'fine'
      mail.answersAfterMs = 700
      const codes = await Promise.all(users.slice(first, first + mails).map((uuid) => client.mailCode(uuid)))
      const accepted = codes.flatMap(({ status }, place) => (status === 200 ? [emailOf(first + place)] : []))
      // Opens all connections first: a request on a connection that is still being opened is not accepted work.
      await Promise.all(Array.from({ length: signIns }, () => client.get('/health/live')))
      const logins = users.slice(-signIns).map((uuid) => client.login(uuid))
      await sleep(200)
      const { waiting } = (await countMessages(db)).email
      const { code, ms } = await installation.stopService('SIGTERM')
      const answers = await Promise.all(logins)
      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      const other = answers.find(({ status }) => status !== 200 && status !== 503)
      answers.forEach(({ data }, place) => {
        if (data) acknowledged.addSession(`${round} ${place}`, data)
      })
      check(
        'with a full queue every sign-in was answered with 200 or 503',
        count(200) + count(503) === signIns && count(200) > 0 && count(503) > 0,
        `200 × ${count(200)}, 503 × ${count(503)} ${other ? `${other.status} ${other.fault}` : ''}`,
      )
      check(
        'exit 0 within 25 s',
        code === 0 && ms < 25_000,
        `${ms} ms, mails ${isHanging ? 'hanging' : 'slow'}`,
      )
      check(
        'some mails were still waiting',
        waiting > 0 && accepted.length === mails,
        `${waiting} of ${mails} waited`,
      )

      mail.behaviour = 'fine'
      mail.answersAfterMs = 0
      await installation.startService()
      const sentMs = await waitForEmptyQueue(db, 90_000)
      const { missing } = countMissing(mail.received, accepted)
      const copies = copiesOf(mail.received)
      check('every accepted mail arrived', missing === 0, `${accepted.length - missing}/${accepted.length}`)
      check(
        'no mail arrived twice',
        mail.received.length === copies.size,
        `${mail.received.length - copies.size}`,
      )
      // A lease that was not released would last 60 s.
      check(
        'unfinished mails were sent at once, since their leases were released',
        sentMs < 20_000,
        `${sentMs} ms`,
      )
      await acknowledged.checkSessions(client, check)
    }
    check('no mail was given up', (await countMessages(db)).email.dead === 0)
  },
}
