/**
 * F40: kills the leader of a Postgres cluster under load, and switches over on request, while two copies of the service
 * answer behind HAProxy.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openMailServer } from '../../../api/src/messages/test-mail-server.ts'
import { testPorts } from '../../../e2e/ports.ts'
import { statusOf } from '../../../scripts/service-process.ts'
import { type Cluster, type Node, startCluster } from '../cluster/cluster.ts'
import type { Fault } from '../fault.ts'
import { recordAcknowledgements } from '../installation/acknowledgements.ts'
import { openClient } from '../installation/client.ts'
import { openInstallation } from '../installation/installation.ts'
import { actorsOf, checkOnlyRefused, signInAll, startLoad } from '../installation/load.ts'
import { mailSettings } from '../installation/mail.ts'
import { startMailedLoad } from '../installation/mailed-load.ts'

const kills = Number(process.env.FAILOVER_KILLS || 20)
const switchovers = Number(process.env.FAILOVER_SWITCHOVERS || 5)

const killBoundMs = 30_000
const switchoverBoundMs = 5_000
/** Two statements may each wait for a connection and for the database (docs/faults.md, F08). */
const requestBoundMs = 10_000
/** Lines of one copy in one outage: each kind of error is throttled. */
const linesBound = 60
/** Longer than the outage takes to begin, and than the age of a readiness check. */
const quietMs = 6_000

export const fault: Fault = {
  id: 'F40',
  title: `failover of a Postgres cluster: ${kills} kills of the leader, ${switchovers} switchovers`,
  async run(check, { isShort }) {
    await using mail = await openMailServer()
    await using cluster = await startCluster(testPorts.clusterCopies)
    await using installation = await openInstallation({
      env: { ...mailSettings(mail), PORT: String(testPorts.clusterCopies[0]), LOG_LEVEL: 'warn' },
      databaseUrl: cluster.url,
      isStarted: false,
    })
    // The copies have the ports that HAProxy knows.
    await installation.startCopy(testPorts.clusterCopies[0])
    await installation.startCopy(testPorts.clusterCopies[1])
    await using client = openClient(cluster.frontUrl)
    const users = await installation.addUsers(120)
    const mailed = startMailedLoad(client, mail, users.slice(0, 10))
    const actors = actorsOf(users.slice(10))
    const acknowledged = recordAcknowledgements()
    await signInAll(client, actors, acknowledged)

    const rounds = [
      ...Array.from({ length: isShort ? 2 : kills }, (_, number) => (number % 2 ? postmasterKill : nodeKill)),
      ...Array.from({ length: isShort ? 1 : switchovers }, () => switchover),
    ]
    for (const { what, boundMs, begin, restart } of rounds) {
      await cluster.waitUntilComplete()
      const linesBefore = installation.lines()
      const load = startLoad({ client, actors, acknowledged, perSecond: 30 })
      await sleep(1_500)
      const leader = await cluster.leader()
      const begunAt = performance.now()
      const begun = begin(cluster, leader)
      const servingMs = (await lastFailureAt(load)) - begunAt
      await begun
      const summary = await load.stop()
      check(
        `${leader.name}: ${what}: both copies serve again within ${boundMs / 1_000} s`,
        servingMs < boundMs,
        `${Math.round(servingMs)} ms, ${(await cluster.leader()).name} leads`,
      )
      checkOnlyRefused(summary, check)
      check('no request waited longer than 10 s', summary.maxMs < requestBoundMs, `${summary.maxMs} ms`)
      const lines = installation.lines() - linesBefore
      check('no flood of log lines', lines < 2 * linesBound, `${lines} of two copies`)
      if (restart) leader.start()
      await acknowledged.checkSessions(client, check)
    }
    await cluster.waitUntilComplete()
    await mailed.stop()
    await mailed.check(check)
    await acknowledged.checkEnds(client, check)
    await acknowledged.checkCodes(client, check)
  },
}

type Round = {
  what: string
  boundMs: number
  begin(cluster: Cluster, leader: Node): unknown
  /** The node does not return by itself. */
  restart: boolean
}

const nodeKill: Round = {
  what: 'Patroni and Postgres are killed',
  boundMs: killBoundMs,
  begin: (_cluster, leader) => leader.kill(),
  restart: true,
}

const postmasterKill: Round = {
  what: 'Postgres is killed',
  boundMs: killBoundMs,
  begin: (_cluster, leader) => leader.killPostgres(),
  restart: false,
}

const switchover: Round = {
  what: 'hands over on request',
  boundMs: switchoverBoundMs,
  begin: (cluster) => cluster.switchOver(),
  restart: false,
}

/** Waits until the load and both copies have had no failure for a while; returns the time of the last one. */
async function lastFailureAt(load: ReturnType<typeof startLoad>): Promise<number> {
  const startedAt = performance.now()
  let last = startedAt
  for (; performance.now() - Math.max(last, startedAt) < quietMs; await sleep(50)) {
    const copies = await Promise.all(
      testPorts.clusterCopies.map((port) => statusOf(`http://127.0.0.1:${port}/health/ready`)),
    )
    if (copies.some((status) => status !== 200)) last = performance.now()
    last = Math.max(last, load.summary().lastFailureAt)
    if (performance.now() - startedAt > 120_000) break
  }
  return last
}
