/** F13: the service is told to stop under load, behind a load balancer that looks at readiness. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { openJournal } from './installation/journal.ts'
import { actorsOf, signInAll, startLoad } from './installation/load.ts'
import { makePeople } from './installation/people.ts'

export const stopUnderLoad: Fault = {
  id: 'F13',
  title: 'SIGTERM at 100 requests a second, 20 times',
  async run(check, { isShort }) {
    // Time enough for a load balancer that looks every 20 ms on a busy machine; production has 5 s.
    const house = await openHouse({ env: { DRAIN_MS: '1000' } })
    try {
      const actors = actorsOf(await makePeople(house.database, 200))
      const journal = openJournal()
      let requests = 0
      let slowestMs = 0
      const faults: string[] = []
      const first = openClient(house.url)
      await signInAll(first, actors, journal)
      await first.close()
      for (let round = 0; round < (isShort ? 1 : 20); round += 1) {
        const client = openClient(house.url)
        const load = startLoad({ client, actors, journal, perSecond: 100 })
        await sleep(700)
        const ending = house.stopService('SIGTERM')
        while ((await client.get('/health/ready')).status === 200) await sleep(20)
        const summary = await load.stop()
        const { code, ms } = await ending
        requests += summary.requests
        slowestMs = Math.max(slowestMs, ms)
        faults.push(...summary.faults)
        if ((summary.statuses[200] ?? 0) !== summary.requests) faults.push(JSON.stringify(summary.statuses))
        if (code !== 0) faults.push(`exit ${code}`)
        await client.close()
        await house.startService()
        await house.readiness(200)
      }
      check(
        'every accepted request was answered, every exit was 0',
        faults.length === 0,
        `${requests} requests ${faults[0] ?? ''}`,
      )
      check('ended within 25 s', slowestMs < 25_000, `${slowestMs} ms at most`)
      const client = openClient(house.url)
      await journal.checkSessions(client, check)
      await client.close()
    } finally {
      await house.close()
    }
  },
}
