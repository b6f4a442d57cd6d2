/** F20: fills the disk of the database, first for its tables, then for its write-ahead log; the service cannot write its own log. */
import { openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Check, Fault } from '../fault.ts'
import { type Acknowledgements, recordAcknowledgements } from '../installation/acknowledgements.ts'
import type { Client } from '../installation/client.ts'
import { type Installation, openInstallation } from '../installation/installation.ts'
import { type Actor, actorsOf, describeLoad, startLoad } from '../installation/load.ts'
import { moveToSmallDisk, type SmallDisk } from '../installation/small-disk.ts'

const diskMebibytes = 200
const codesPerSecond = 40
const fullMs = 6_000

type Setup = {
  installation: Installation
  client: Client
  disk: SmallDisk
  acknowledged: Acknowledgements
  /** Users who sign in. */
  actors: readonly Actor[]
  /** Users who are each sent one code, because a second code would have to wait. */
  recipients: string[]
  check: Check
}

export const fault: Fault = {
  id: 'F20',
  title: 'the disk of the database is full, twice; the log of the service cannot be written',
  async run(check, { isShort }) {
    await using installation = await openInstallation({
      isStarted: false,
      env: { LOG_LEVEL: 'info' },
      outputFile: openSync('/dev/full', 'w'),
    })
    await using client = installation.openClient({ connections: 128 })
    await installation.stopDatabase()
    const disk = moveToSmallDisk(installation.dataFolder(), diskMebibytes)
    await using cleanup = new AsyncDisposableStack()
    cleanup.defer(async () => {
      if (installation.isAlive()) await installation.stopService('SIGKILL')
      await installation.stopDatabase()
      disk.remove()
    })
    await installation.startDatabase()
    await installation.startService()
    const { pid } = installation.service()
    check('the service starts although no line of its log can be written', installation.isAlive())

    const ids = await installation.addUsers(2_000)
    const actors = actorsOf(ids.slice(0, 200))
    const setup = {
      installation,
      client,
      disk,
      acknowledged: recordAcknowledgements(),
      actors,
      recipients: ids.slice(200),
      check,
    }
    await fillDisk(setup, { ms: isShort ? 3_000 : fullMs, isLogFull: false })
    if (!isShort) await fillDisk(setup, { ms: fullMs, isLogFull: true })
    await setup.acknowledged.checkCodes(client, check)
    check('the process kept running without a writable log', installation.service().pid === pid)
  },
}

async function fillDisk(
  { installation, client, disk, acknowledged, actors, recipients, check }: Setup,
  { ms, isLogFull }: { ms: number; isLogFull: boolean },
): Promise<void> {
  const circumstance = isLogFull ? 'disk and write-ahead log full: ' : 'disk full: '
  const load = startLoad({ client, actors, acknowledged, perSecond: 50 })
  const codes = startCodes(client, recipients)
  await sleep(1_000)
  disk.fill()
  // Switches to a new segment, because the current segment of the write-ahead log would still accept writes.
  if (isLogFull) await sql`select pg_switch_wal()`.execute(installation.database.db).catch(() => {})
  await sleep(ms)
  const live = await client.get('/health/live')
  check(
    `${circumstance}the process runs`,
    live.status === 200 && installation.isAlive(),
    `${Math.round(live.ms)} ms`,
  )
  disk.free()
  const recovered = await recover(installation)
  await sleep(1_000)
  const servedBefore = load.summary().statuses[200] ?? 0
  await sleep(1_000)
  const served = (load.summary().statuses[200] ?? 0) - servedBefore
  const summary = await load.stop()
  const sends = await codes.stop()

  const refused = (summary.statuses[503] ?? 0) + (sends[503] ?? 0)
  const fine = (summary.statuses[200] ?? 0) + (sends[200] ?? 0)
  const all = summary.requests + Object.values(sends).reduce((sum, count) => sum + count, 0)
  check(
    'only 200 and 503, and some 503',
    fine + refused === all && refused > 0,
    `${describeLoad(summary)}; codes: ${JSON.stringify(sends)} ${summary.faults[0] ?? ''}`,
  )
  check(
    'the service answers again once there is space',
    served > 0,
    `${recovered}; ${served} requests answered in the second after`,
  )
  await checkConsistency(installation, check)
  await acknowledged.checkSessions(client, check)
}

/** Starts Postgres again if it has ended; it ends itself if it cannot write its write-ahead log. */
async function recover(installation: Installation): Promise<string> {
  const isReady = await installation.waitForReadiness(4_000).then(
    (ms) => `ready without a restart after ${ms} ms`,
    () => undefined,
  )
  if (isReady) return isReady
  await installation.startDatabase()
  return `Postgres had ended and was started again, ready ${await installation.waitForReadiness()} ms after`
}

/** Checks that rows of one transaction are all present or all absent. */
async function checkConsistency(installation: Installation, check: Check): Promise<void> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from sessions where parent_id is null) as sessions,
    (select count(*)::int from audit_events where event = 'sign-in') as sign_ins,
    (select count(*)::int from otp_challenges) as challenges,
    (select count(*)::int from audit_events where event = 'otp-sent') as codes_sent,
    (select count(*)::int from messages where template = 'otp-code') as messages`.execute(
    installation.database.db,
  )
  const { sessions, signIns, challenges, codesSent, messages } = rows[0] ?? {}
  check(
    'no partial rows: sessions and their audit events; codes, their audit events and their mails',
    sessions === signIns && challenges === codesSent && codesSent === messages,
    `${sessions}/${signIns}; ${challenges}/${codesSent}/${messages}`,
  )
}

/** Sends codes by mail, each to another user, because a code writes more rows than any other request. */
function startCodes(client: Client, recipients: string[]) {
  const statuses: Record<number, number> = {}
  const running = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const uuid = recipients.pop()
    if (!uuid) return
    const done = client.mailCode(uuid).then(({ status }) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      running.delete(done)
    })
    running.add(done)
  }, 1_000 / codesPerSecond)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      return statuses
    },
  }
}
