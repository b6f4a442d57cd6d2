/** F12: the service is started before its database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { makePeople } from './installation/people.ts'

export const databaseComesLater: Fault = {
  id: 'F12',
  title: 'the database is down when the service starts',
  async run(check) {
    const house = await openHouse({ hasDatabase: false, isStarted: false })
    const client = openClient(house.url)
    try {
      await house.startService()
      const early = await house.stopService('SIGTERM')
      check(
        'told to stop while it waits, it ends in order',
        early.code === 0 && early.ms < 5_000,
        `${early.ms} ms`,
      )
      await house.startService()
      const { pid } = house.service()
      await sleep(1_000)
      const ready = await client.get('/health/ready')
      check('live meanwhile', (await client.get('/health/live')).status === 200)
      check(
        'not ready, for want of the database',
        ready.status === 503 && ready.fault.includes('"detail":"database"'),
      )
      const page = await client.get('/?platform=student')
      check(
        'pages are 503 with a sentence',
        page.status === 503 && /very busy/.test(page.fault),
        `${Math.round(page.ms)} ms`,
      )
      const call = await client.refresh('rt_x')
      check(
        'the API is 503 with a sentence',
        call.status === 503 && /very busy/.test(call.fault),
        `${Math.round(call.ms)} ms`,
      )
      check('the log says why', await house.says(/not ready: /))

      await house.startDatabase()
      const readyMs = await house.readiness(200)
      check('ready by itself', readyMs < 11_000, `${readyMs} ms after the database`)
      const [uuid = ''] = await makePeople(house.database, 1)
      check('and people sign in', (await client.login(uuid)).status === 200)
      check('the process stayed', house.isAlive() && house.service().pid === pid)
      const { code } = await house.stopService('SIGTERM')
      check('and ends in order', code === 0)
    } finally {
      await client.close()
      await house.close()
    }
  },
}
