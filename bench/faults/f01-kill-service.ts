/** F01: kills the service under load and checks that everything it acknowledged still holds (N-51). */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { recordAcknowledgements } from './installation/acknowledgements.ts'
import { openClient } from './installation/client.ts'
import { openInstallation } from './installation/installation.ts'
import { actorsOf, describeLoad, startLoad } from './installation/load.ts'
import { addUsers } from './installation/users.ts'

export const killService: Fault = {
  id: 'F01',
  title: 'kill -9 of the service at 50 requests a second, 20 times',
  async run(check, { isShort }) {
    const installation = await openInstallation()
    const client = openClient(installation.url)
    try {
      const actors = actorsOf(await addUsers(installation.database, 100))
      const acknowledged = recordAcknowledgements()
      const summaries: string[] = []
      for (let round = 0; round < (isShort ? 1 : 20); round += 1) {
        const load = startLoad({ client, actors, acknowledged, perSecond: 50 })
        await sleep(600 + Math.random() * 600)
        await installation.stopService('SIGKILL')
        await installation.startService()
        await installation.waitForReadiness(200)
        const summary = await load.stop()
        summaries.push(describeLoad(summary))
        await acknowledged.checkSessions(client, check)
      }
      await acknowledged.checkCodes(client, check)
      check('the load ran to its end', true, summaries.at(-1))
    } finally {
      await client.close()
      await installation.close()
    }
  },
}
