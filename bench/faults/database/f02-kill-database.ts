/** F02: kills Postgres under load; the service keeps running, recovers, and everything it acknowledged still holds. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { recordAcknowledgements } from '../installation/acknowledgements.ts'
import { openInstallation } from '../installation/installation.ts'
import { actorsOf, checkOnlyRefused, startLoad } from '../installation/load.ts'

export const fault: Fault = {
  id: 'F02',
  title: 'kill -9 of the Postgres postmaster under load, 5 times',
  async run(check, { isShort }) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const actors = actorsOf(await installation.addUsers(100))
    const acknowledged = recordAcknowledgements()
    const { pid } = installation.service()
    for (let round = 0; round < (isShort ? 1 : 5); round += 1) {
      const load = startLoad({ client, actors, acknowledged, perSecond: 50 })
      await sleep(1_000)
      installation.killDatabase()
      await sleep(200)
      await installation.startDatabase()
      const recoveredMs = await installation.waitForReadiness()
      await sleep(500)
      const summary = await load.stop()
      check('ready within 5 s of the database being up', recoveredMs < 5_000, `${recoveredMs} ms`)
      checkOnlyRefused(summary, check)
      await acknowledged.checkSessions(client, check)
    }
    await acknowledged.checkCodes(client, check)
    check('the process kept running', installation.isAlive() && installation.service().pid === pid)
  },
}
