/** F13: sends SIGTERM under load, behind a load balancer that checks readiness. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { recordAcknowledgements } from './installation/acknowledgements.ts'
import { openClient } from './installation/client.ts'
import { openInstallation } from './installation/installation.ts'
import { actorsOf, signInAll, startLoad } from './installation/load.ts'
import { addUsers } from './installation/users.ts'

export const stopUnderLoad: Fault = {
  id: 'F13',
  title: 'SIGTERM at 100 requests a second, 20 times',
  async run(check, { isShort }) {
    // Enough for a load balancer that checks every 20 ms on a busy machine; production has 5 s.
    const installation = await openInstallation({ env: { DRAIN_MS: '1000' } })
    try {
      const actors = actorsOf(await addUsers(installation.database, 200))
      const acknowledged = recordAcknowledgements()
      let requests = 0
      let slowestMs = 0
      const faults: string[] = []
      const first = openClient(installation.url)
      await signInAll(first, actors, acknowledged)
      await first.close()
      for (let round = 0; round < (isShort ? 1 : 20); round += 1) {
        const client = openClient(installation.url)
        const load = startLoad({ client, actors, acknowledged, perSecond: 100 })
        await sleep(700)
        const ending = installation.stopService('SIGTERM')
        while ((await client.get('/health/ready')).status === 200) await sleep(20)
        const summary = await load.stop()
        const { code, ms } = await ending
        requests += summary.requests
        slowestMs = Math.max(slowestMs, ms)
        faults.push(...summary.faults)
        if ((summary.statuses[200] ?? 0) !== summary.requests) faults.push(JSON.stringify(summary.statuses))
        if (code !== 0) faults.push(`exit ${code}`)
        await client.close()
        await installation.startService()
        await installation.waitForReadiness(200)
      }
      check(
        'every accepted request was answered, every exit was 0',
        faults.length === 0,
        `${requests} requests ${faults[0] ?? ''}`,
      )
      check('ended within 25 s', slowestMs < 25_000, `${slowestMs} ms at most`)
      const client = openClient(installation.url)
      await acknowledged.checkSessions(client, check)
      await client.close()
    } finally {
      await installation.close()
    }
  },
}
