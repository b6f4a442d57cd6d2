/** F11: terminates all database connections of the service every two seconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fault } from '../fault.ts'
import { recordAcknowledgements } from '../installation/acknowledgements.ts'
import { openClient } from '../installation/client.ts'
import { openInstallation } from '../installation/installation.ts'
import { actorsOf, describeLoad, startLoad } from '../installation/load.ts'
import { addUsers } from '../installation/users.ts'

export const terminateConnections: Fault = {
  id: 'F11',
  title: 'pg_terminate_backend of every connection, every 2 s under load',
  async run(check, { isShort }) {
    const installation = await openInstallation()
    const client = openClient(installation.url)
    try {
      const actors = actorsOf(await addUsers(installation.database, 200))
      const acknowledged = recordAcknowledgements()
      const load = startLoad({ client, actors, acknowledged, perSecond: 100 })
      for (let round = 0; round < (isShort ? 1 : 5); round += 1) {
        await sleep(2_000)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'foyer' and pid <> pg_backend_pid()`.execute(
          installation.database.db,
        )
      }
      await sleep(1_000)
      const summary = await load.stop()
      const { 200: fine = 0, 503: refused = 0 } = summary.statuses
      check(
        'only 200 and 503',
        fine + refused === summary.requests,
        `${describeLoad(summary)} ${summary.faults[0] ?? ''}`,
      )
      check(
        'under 5 % of the requests were refused',
        refused / summary.requests < 0.05,
        `${((100 * refused) / summary.requests).toFixed(2)} %`,
      )
      check('the process kept running', installation.isAlive())
      await acknowledged.checkSessions(client, check)
    } finally {
      await client.close()
      await installation.close()
    }
  },
}
