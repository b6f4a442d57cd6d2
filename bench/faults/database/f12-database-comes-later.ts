/** F12: starts the service before its database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { openClient } from '../installation/client.ts'
import { openInstallation } from '../installation/installation.ts'
import { addUsers } from '../installation/users.ts'

export const databaseComesLater: Fault = {
  id: 'F12',
  title: 'the database is down when the service starts',
  async run(check) {
    const installation = await openInstallation({ hasDatabase: false, isStarted: false })
    const client = openClient(installation.url)
    try {
      await installation.startService()
      const waiting = await installation.stopService('SIGTERM')
      check(
        'exits with 0 on SIGTERM while it waits',
        waiting.code === 0 && waiting.ms < 5_000,
        `${waiting.ms} ms`,
      )
      await installation.startService()
      const { pid } = installation.service()
      await sleep(1_000)
      const ready = await client.get('/health/ready')
      check(
        '/health/live answers while the database is down',
        (await client.get('/health/live')).status === 200,
      )
      check(
        '/health/ready names the database as the reason',
        ready.status === 503 && ready.fault.includes('"detail":"database"'),
      )
      const page = await client.get('/?platform=student')
      check(
        'pages answer 503 with a sentence for the user',
        page.status === 503 && /very busy/.test(page.fault),
        `${Math.round(page.ms)} ms`,
      )
      const call = await client.refresh('rt_x')
      check(
        'the API answers 503 with a sentence for the user',
        call.status === 503 && /very busy/.test(call.fault),
        `${Math.round(call.ms)} ms`,
      )
      check('the log names the reason', await installation.logs(/not ready: /))

      await installation.startDatabase()
      const readyMs = await installation.waitForReadiness(200)
      check('becomes ready without a restart', readyMs < 11_000, `${readyMs} ms after the database`)
      const [uuid = ''] = await addUsers(installation.database, 1)
      check('users can sign in', (await client.login(uuid)).status === 200)
      check('the process kept running', installation.isAlive() && installation.service().pid === pid)
      const { code } = await installation.stopService('SIGTERM')
      check('exits with 0 on SIGTERM', code === 0)
    } finally {
      await client.close()
      await installation.close()
    }
  },
}
