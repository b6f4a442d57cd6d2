/** F13: sends SIGTERM under load, behind a load balancer that checks readiness. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { recordAcknowledgements } from './installation/acknowledgements.ts'
import { openInstallation } from './installation/installation.ts'
import { actorsOf, signInAll, startLoad } from './installation/load.ts'

export const fault: Fault = {
  id: 'F13',
  title: 'SIGTERM at 100 requests a second, 20 times',
  async run(check, { isShort }) {
    // 1 s is enough for a load balancer that checks every 20 ms on a busy machine; production has 5 s.
    await using installation = await openInstallation({ env: { DRAIN_MS: '1000' } })
    const actors = actorsOf(await installation.addUsers(200))
    const acknowledged = recordAcknowledgements()
    let requests = 0
    let slowestMs = 0
    const faults: string[] = []
    await using client = installation.openClient()
    await signInAll(client, actors, acknowledged)
    for (let round = 0; round < (isShort ? 1 : 20); round += 1) {
      await using newClient = installation.openClient()
      const load = startLoad({ client: newClient, actors, acknowledged, perSecond: 100 })
      await sleep(700)
      const ending = installation.stopService('SIGTERM')
      while ((await newClient.get('/health/ready')).status === 200) await sleep(20)
      const summary = await load.stop()
      const { code, ms } = await ending
      requests += summary.requests
      slowestMs = Math.max(slowestMs, ms)
      faults.push(...summary.faults)
      if ((summary.statuses[200] ?? 0) !== summary.requests) faults.push(JSON.stringify(summary.statuses))
      if (code !== 0) faults.push(`exit ${code}`)
      await installation.startService()
    }
    check(
      'every accepted request was answered, every exit was 0',
      faults.length === 0,
      `${requests} requests ${faults[0] ?? ''}`,
    )
    check('ended within 25 s', slowestMs < 25_000, `${slowestMs} ms at most`)
    await acknowledged.checkSessions(client, check)
  },
}
