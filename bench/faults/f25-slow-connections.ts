/** F25: five hundred connections that send next to nothing, beside people who are served. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '../../api/src/testing/raw-socket.ts'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { openJournal } from './installation/journal.ts'
import { actorsOf, inWords, startLoad } from './installation/load.ts'
import { makePeople } from './installation/people.ts'

const post = 'POST /api/auth/refresh-token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const kinds = [
  { first: '', drip: '' },
  { first: 'GET / HTTP/1.1\r\nhost: x\r\n', drip: 'a' },
  { first: `${post}content-length: 9000\r\n\r\n{`, drip: ' ' },
  { first: `${post}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`, drip: '1\r\n \r\n' },
]

export const slowConnections: Fault = {
  id: 'F25',
  title: 'slowloris: 500 connections of slow headers and bodies, 20 requests a second beside them',
  async run(check) {
    const house = await openHouse()
    const client = openClient(house.url)
    try {
      const actors = actorsOf(await makePeople(house.database, 60))
      const load = startLoad({ client, actors, journal: openJournal(), perSecond: 20 })
      const slow = Array.from({ length: 500 }, async (_, index) => {
        const { first, drip } = kinds[index % kinds.length] ?? { first: '', drip: '' }
        const { socket, closed } = await openRaw(house.port, first)
        const dripping = setInterval(() => drip && socket.writable && socket.write(drip), 1_000)
        return closed(15_000)
          .catch(() => Number.POSITIVE_INFINITY)
          .finally(() => clearInterval(dripping))
      })
      const cutMs = await Promise.all(slow)
      await sleep(200)
      const summary = await load.stop()
      check(
        'every slow connection was cut within 15 s',
        Math.max(...cutMs) <= 15_000,
        `${Math.round(Math.max(...cutMs))} ms at most`,
      )
      check('people were served', (summary.statuses[200] ?? 0) === summary.requests, inWords(summary))
      check('their p99 stayed under 300 ms', summary.p99Ms < 300, `${summary.p99Ms} ms`)
      check('the process stayed', house.isAlive())
    } finally {
      await client.close()
      await house.close()
    }
  },
}
