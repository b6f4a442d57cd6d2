/** F25: opens 500 connections that send almost nothing, and checks that other users are still served. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '../../api/src/testing/raw-socket.ts'
import type { Fault } from './fault.ts'
import { recordAcknowledgements } from './installation/acknowledgements.ts'
import { openInstallation } from './installation/installation.ts'
import { actorsOf, describeLoad, startLoad } from './installation/load.ts'

const post = 'POST /api/auth/refresh-token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const kinds = [
  { first: '', drip: '' },
  { first: 'GET / HTTP/1.1\r\nhost: x\r\n', drip: 'a' },
  { first: `${post}content-length: 9000\r\n\r\n{`, drip: ' ' },
  { first: `${post}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`, drip: '1\r\n \r\n' },
]

export const fault: Fault = {
  id: 'F25',
  title: 'slowloris: 500 connections of slow headers and bodies, 20 requests a second beside them',
  async run(check) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const actors = actorsOf(await installation.addUsers(60))
    const load = startLoad({ client, actors, acknowledged: recordAcknowledgements(), perSecond: 20 })
    const slow = Array.from({ length: 500 }, async (_, index) => {
      const { first, drip } = kinds[index % kinds.length] ?? { first: '', drip: '' }
      const { socket, closed } = await openRaw(installation.port, first)
      const dripping = setInterval(() => drip && socket.writable && socket.write(drip), 1_000)
      return closed(15_000)
        .catch(() => Number.POSITIVE_INFINITY)
        .finally(() => clearInterval(dripping))
    })
    const cutMs = await Promise.all(slow)
    await sleep(200)
    const summary = await load.stop()
    check(
      'every slow connection was cut within 15 s',
      Math.max(...cutMs) <= 15_000,
      `${Math.round(Math.max(...cutMs))} ms at most`,
    )
    check(
      'all other requests were answered with 200',
      (summary.statuses[200] ?? 0) === summary.requests,
      describeLoad(summary),
    )
    check('their p99 stayed under 300 ms', summary.p99Ms < 300, `${summary.p99Ms} ms`)
    check('the process kept running', installation.isAlive())
  },
}
