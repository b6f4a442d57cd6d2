/** F12: starts the service before its database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { openInstallation } from '../installation/installation.ts'

export const fault: Fault = {
  id: 'F12',
  title: 'the database is down when the service starts',
  async run(check, { isShort }) {
    await using installation = await openInstallation({ hasDatabase: false, isStarted: false })
    await using client = installation.openClient()
    await installation.startUnready()
    const waiting = await installation.stopService('SIGTERM')
    check(
      'exits with 0 on SIGTERM while it waits',
      waiting.code === 0 && (isShort || waiting.ms < 5_000),
      `${waiting.ms} ms`,
    )
    await installation.startUnready()
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
    const readyMs = await installation.waitForReadiness(isShort ? 120_000 : 30_000)
    check('becomes ready without a restart', isShort || readyMs < 11_000, `${readyMs} ms after the database`)
    const [uuid = ''] = await installation.addUsers(1)
    check('users can sign in', (await client.login(uuid)).status === 200)
    check('the process kept running', installation.isAlive() && installation.service().pid === pid)
    const { code } = await installation.stopService('SIGTERM')
    check('exits with 0 on SIGTERM', code === 0)
  },
}
