/**
 * F42: runs two copies on few connections of Postgres, by way of PgBouncer in transaction mode, and restarts PgBouncer
 * under load.
 */
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { testPorts } from '../../../e2e/ports.ts'
import { percentile } from '../../service/measure.ts'
import { type Program, startProgram } from '../cluster/program.ts'
import { type Fault, NotTried } from '../fault.ts'
import { recordAcknowledgements } from '../installation/acknowledgements.ts'
import type { Client, Tokens } from '../installation/client.ts'
import { type Installation, openInstallation } from '../installation/installation.ts'
import { actorsOf, checkOnlyRefused, signInAll, startLoad } from '../installation/load.ts'

const program = '/usr/sbin/pgbouncer'
const serverConnections = 6

export const fault: Fault = {
  id: 'F42',
  title: `PgBouncer in transaction mode: two copies on ${serverConnections} connections; it is restarted under load`,
  async run(check, { isShort }) {
    if (!existsSync(program)) throw new NotTried("PgBouncer is missing: install Debian's pgbouncer")
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const users = await installation.addUsers(100)
    const directMs = await medianRefreshMs(client, users.slice(90))
    await installation.stopService('SIGTERM')

    await using pooler = openPooler(installation)
    const pooled = {
      DATABASE_URL: `postgres://foyer@127.0.0.1:${testPorts.cluster.pooler}/foyer`,
      DATABASE_DIRECT_URL: `postgres://foyer@127.0.0.1:${installation.proxy.port}/foyer`,
      DATABASE_PREPARED_STATEMENTS: 'off',
    }
    await installation.startUnready(pooled)
    check(
      'refuses connections without time limits, with the statement to run',
      await installation.logs(
        /run alter role "foyer" set idle_in_transaction_session_timeout = 10000; alter role/,
      ),
    )
    for (const limit of [
      'statement_timeout = 5000',
      'lock_timeout = 2000',
      'idle_in_transaction_session_timeout = 10000',
    ])
      await sql`alter role foyer set ${sql.raw(limit)}`.execute(installation.database.db)
    await pooler.restart()
    await installation.startService(pooled)
    const copy = await installation.startCopy(undefined, pooled)
    const pooledMs = await medianRefreshMs(client, users.slice(90))
    check(
      'median of a refresh, direct and pooled without prepared statements',
      true,
      `${directMs} ms, ${pooledMs} ms`,
    )

    const actors = actorsOf(users.slice(0, 90))
    const acknowledged = recordAcknowledgements()
    await signInAll(client, actors, acknowledged)
    for (let round = 0; round < (isShort ? 1 : 5); round += 1) {
      const load = startLoad({ client, actors, acknowledged, perSecond: 80 })
      await sleep(2_000)
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where application_name = 'foyer' and backend_type = 'client backend'`.execute(
        installation.database.db,
      )
      const before = checkOnlyRefused(load.summary(), check)
      check('nothing is refused while PgBouncer runs', before === 0, before)
      // The jobs of each copy have a direct connection, and so has this test, by another pool of four.
      check(
        'few connections of the server serve both copies',
        (rows[0]?.count ?? 0) <= serverConnections + 2 + 4,
        rows[0]?.count ?? 0,
      )
      await pooler.restart()
      const readyMs = await installation.waitForReadiness()
      await sleep(1_000)
      const summary = await load.stop()
      check('ready within 5 s of the restart', readyMs < 5_000, `${readyMs} ms`)
      checkOnlyRefused(summary, check)
      await acknowledged.checkSessions(client, check)
    }
    check('the jobs take and release their lock on a direct connection', await haveJobsRun(installation))
    await acknowledged.checkEnds(client, check)
    await acknowledged.checkCodes(client, check)
    check('both copies kept running', installation.isAlive() && copy.process.isRunning())
  },
}

function openPooler(installation: Installation): AsyncDisposable & { restart(): Promise<void> } {
  // PgBouncer refuses to run as root, and only the owner of the database may open its socket.
  const { uid, gid } = statSync(installation.dataFolder())
  const folder = mkdtempSync(join(tmpdir(), 'foyer-pooler-'))
  chownSync(folder, uid, gid)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `foyer = host=${installation.dataFolder()} port=5432 user=foyer dbname=foyer`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${testPorts.cluster.pooler}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${serverConnections}`,
      'max_client_conn = 200',
    ].join('\n'),
  )
  let running: Program = startProgram(program, [file], { cwd: folder, uid, gid })
  return {
    async restart() {
      await running.stop()
      running = startProgram(program, [file], { cwd: folder, uid, gid })
    },
    async [Symbol.asyncDispose]() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Refreshes sessions one after the other, so that the figure is the cost of a request and not of waiting. */
async function medianRefreshMs(client: Client, users: readonly string[]): Promise<number> {
  const times: number[] = []
  for (const uuid of users) {
    let tokens: Tokens | undefined = (await client.login(uuid)).data
    for (let round = 0; round < 40 && tokens; round += 1) {
      const { data, ms } = await client.refresh(tokens.refreshToken)
      tokens = data
      times.push(ms)
    }
  }
  return Number(percentile(times, 50).toFixed(2))
}

/** Waits until the jobs have released their lock on a direct connection; a round begins every minute. */
async function haveJobsRun({ database }: Installation): Promise<boolean> {
  for (const startedAt = performance.now(); performance.now() - startedAt < 70_000; await sleep(100)) {
    const { rows } = await sql`
      select from pg_stat_activity where application_name = 'foyer' and state = 'idle'
      and query like '%pg_advisory_unlock($%'`.execute(database.db)
    if (rows.length > 0) return true
  }
  return false
}
