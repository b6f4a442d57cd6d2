/** F11: all connections of the service are ended every two seconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { openJournal } from './installation/journal.ts'
import { actorsOf, inWords, startLoad } from './installation/load.ts'
import { makePeople } from './installation/people.ts'

export const terminateConnections: Fault = {
  id: 'F11',
  title: 'pg_terminate_backend of every connection, every 2 s under load',
  async run(check, { isShort }) {
    const house = await openHouse()
    const client = openClient(house.url)
    try {
      const actors = actorsOf(await makePeople(house.database, 200))
      const journal = openJournal()
      const load = startLoad({ client, actors, journal, perSecond: 100 })
      for (let round = 0; round < (isShort ? 1 : 5); round += 1) {
        await sleep(2_000)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'foyer' and pid <> pg_backend_pid()`.execute(
          house.database.db,
        )
      }
      await sleep(1_000)
      const summary = await load.stop()
      const { 200: fine = 0, 503: refused = 0 } = summary.statuses
      check(
        'only 200 and 503',
        fine + refused === summary.requests,
        `${inWords(summary)} ${summary.faults[0] ?? ''}`,
      )
      check(
        'under 5 % refused',
        refused / summary.requests < 0.05,
        `${((100 * refused) / summary.requests).toFixed(2)} %`,
      )
      check('the process stayed', house.isAlive())
      await journal.checkSessions(client, check)
    } finally {
      await client.close()
      await house.close()
    }
  },
}
