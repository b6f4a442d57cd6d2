/** F01: kills the service under load and checks that everything it acknowledged still holds (N-51). */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { recordAcknowledgements } from './installation/acknowledgements.ts'
import { openInstallation } from './installation/installation.ts'
import { actorsOf, describeLoad, startLoad } from './installation/load.ts'

export const fault: Fault = {
  id: 'F01',
  title: 'kill -9 of the service at 50 requests a second, 20 times',
  async run(check, { isShort }) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const actors = actorsOf(await installation.addUsers(100))
    const acknowledged = recordAcknowledgements()
    const summaries: string[] = []
    for (let round = 0; round < (isShort ? 1 : 20); round += 1) {
      const load = startLoad({ client, actors, acknowledged, perSecond: 50 })
      await sleep(600 + Math.random() * 600)
      await installation.stopService('SIGKILL')
      await installation.startService()
      const summary = await load.stop()
      summaries.push(describeLoad(summary))
      await acknowledged.checkSessions(client, check)
    }
    await acknowledged.checkCodes(client, check)
    check('the load ran to its end', true, summaries.at(-1))
  },
}
