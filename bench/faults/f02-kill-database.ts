/** F02: Postgres is killed under load; the service stays, recovers, and what it had acknowledged stands. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { openJournal } from './installation/journal.ts'
import { actorsOf, inWords, startLoad } from './installation/load.ts'
import { makePeople } from './installation/people.ts'

export const killDatabase: Fault = {
  id: 'F02',
  title: 'kill -9 of the Postgres postmaster under load, 5 times',
  async run(check, { isShort }) {
    const house = await openHouse()
    const client = openClient(house.url)
    try {
      const actors = actorsOf(await makePeople(house.database, 100))
      const journal = openJournal()
      const { pid } = house.service()
      for (let round = 0; round < (isShort ? 1 : 5); round += 1) {
        const load = startLoad({ client, actors, journal, perSecond: 50 })
        await sleep(1_000)
        house.killDatabase()
        await sleep(200)
        await house.startDatabase()
        const recoveredMs = await house.readiness(200)
        await sleep(500)
        const summary = await load.stop()
        check('ready within 5 s of the database being up', recoveredMs < 5_000, `${recoveredMs} ms`)
        const { 200: fine = 0, 503: refused = 0 } = summary.statuses
        check(
          'only 200 and 503',
          fine + refused === summary.requests,
          `${inWords(summary)} ${summary.faults[0] ?? ''}`,
        )
        await journal.checkSessions(client, check)
      }
      await journal.checkCodes(client, check)
      check('the process stayed', house.isAlive() && house.service().pid === pid)
    } finally {
      await client.close()
      await house.close()
    }
  },
}
