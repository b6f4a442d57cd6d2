/** F11: terminates all database connections of the service every two seconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fault } from '../fault.ts'
import { recordAcknowledgements } from '../installation/acknowledgements.ts'
import { openInstallation } from '../installation/installation.ts'
import { actorsOf, checkOnlyRefused, startLoad } from '../installation/load.ts'

export const fault: Fault = {
  id: 'F11',
  title: 'pg_terminate_backend of every connection, every 2 s under load',
  async run(check, { isShort }) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const actors = actorsOf(await installation.addUsers(200))
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
    const refused = checkOnlyRefused(summary, check)
    check(
      'under 5 % of the requests were refused',
      refused / summary.requests < 0.05,
      `${((100 * refused) / summary.requests).toFixed(2)} %`,
    )
    check('the process kept running', installation.isAlive())
    await acknowledged.checkSessions(client, check)
  },
}
