/**
 * F41: cuts the leader of a Postgres cluster off from the other nodes while clients still reach it. It must acknowledge
 * no write that the new leader lacks.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { testPorts } from '../../../e2e/ports.ts'
import { type Cluster, type Node, startCluster } from '../cluster/cluster.ts'
import type { Fault } from '../fault.ts'
import { recordAcknowledgements } from '../installation/acknowledgements.ts'
import { openClient } from '../installation/client.ts'
import { openInstallation } from '../installation/installation.ts'
import { actorsOf, checkOnlyRefused, signInAll, startLoad } from '../installation/load.ts'

export const fault: Fault = {
  id: 'F41',
  title: 'the leader of a Postgres cluster is cut off from the other nodes, clients still reach it',
  async run(check) {
    await using cluster = await startCluster(testPorts.clusterCopies)
    await using installation = await openInstallation({ databaseUrl: cluster.url, isStarted: false })
    for (const port of testPorts.clusterCopies) await installation.startCopy(port)
    await using client = openClient(cluster.frontUrl)
    const actors = actorsOf(await installation.addUsers(60))
    const acknowledged = recordAcknowledgements()
    await signInAll(client, actors, acknowledged)
    const leader = await cluster.leader()
    await withClient(cluster.url, (direct) => direct.query('create table writes (number int primary key)'))

    const load = startLoad({ client, actors, acknowledged, perSecond: 30 })
    const writes = startWrites(leader)
    await sleep(1_500)
    const before = writes.acknowledged.length
    leader.isolate(true)
    const cutAt = performance.now()
    const next = await otherLeader(cluster, leader)
    const electedMs = Math.round(performance.now() - cutAt)
    const whenElected = writes.acknowledged.length
    await sleep(3_000)
    await writes.stop()
    const summary = await load.stop()

    check('another leader is elected within 30 s', electedMs < 30_000, `${electedMs} ms, ${next.name}`)
    check('the leader took writes before the cut', before > 0, before)
    check(
      'the former leader acknowledges no write once another leads',
      writes.acknowledged.length === whenElected,
      `${whenElected - before} between the cut and the election, ${writes.acknowledged.length - whenElected} later`,
    )
    const { rows } = await withClient(cluster.url, (direct) => direct.query('select number from writes'))
    const kept = new Set(rows.map(({ number }) => number))
    const lost = writes.acknowledged.filter((number) => !kept.has(number))
    check('the new leader has every acknowledged write', lost.length === 0, `${lost.length} lost`)
    checkOnlyRefused(summary, check)
    await acknowledged.checkSessions(client, check)
    leader.isolate(false)
    await cluster.waitUntilComplete()
    await acknowledged.checkEnds(client, check)
    await acknowledged.checkCodes(client, check)
  },
}

/** Writes numbers to one node, ten a second, by connections that are opened again after an error. */
function startWrites({ url }: Node): { acknowledged: number[]; stop(): Promise<void> } {
  const acknowledged: number[] = []
  let isStopped = false
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 1_000,
    query_timeout: 4_000,
  })
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  const running = (async () => {
    for (let number = 0; !isStopped; number += 1, await sleep(100))
      pool
        .query('insert into writes values ($1)', [number])
        .then(() => acknowledged.push(number))
        .catch(() => {})
  })()
  return {
    acknowledged,
    async stop() {
      isStopped = true
      await running
      await pool.end()
    },
  }
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Waits for a leader that is not the former one. */
async function otherLeader(cluster: Cluster, former: Node): Promise<Node> {
  for (const startedAt = performance.now(); performance.now() - startedAt < 60_000; await sleep(100)) {
    const found = await cluster.leader()
    if (found !== former) return found
  }
  throw new Error(`No other leader: ${cluster.output()}`)
}
