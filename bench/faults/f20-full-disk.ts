/** F20: the disk is full under the database, first for its tables, then for its log too; our own lines go nowhere throughout. */
import { openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Check, Fault } from './fault.ts'
import { type Client, openClient } from './installation/client.ts'
import { type House, openHouse } from './installation/installation.ts'
import { type Journal, openJournal } from './installation/journal.ts'
import { type Actor, actorsOf, inWords, startLoad } from './installation/load.ts'
import { makePeople } from './installation/people.ts'
import { moveToSmallDisk, type SmallDisk } from './installation/small-disk.ts'

const diskMebibytes = 200
const codesPerSecond = 40
const fullMs = 6_000

type Circumstances = {
  house: House
  client: Client
  disk: SmallDisk
  journal: Journal
  /** Whoever signs in, and whoever is sent a code: once each, for the next waits. */
  actors: readonly Actor[]
  mailed: string[]
  check: Check
}

export const fullDisk: Fault = {
  id: 'F20',
  title: 'the disk of the database is full, twice; the log cannot be written',
  async run(check, { isShort }) {
    const house = await openHouse({
      isStarted: false,
      env: { LOG_LEVEL: 'info' },
      output: openSync('/dev/full', 'w'),
    })
    let disk: SmallDisk | undefined
    const client = openClient(house.url, { connections: 128 })
    try {
      await house.stopDatabase()
      disk = moveToSmallDisk(house.dataFolder(), diskMebibytes)
      await house.startDatabase()
      await house.startService()
      await house.readiness(200)
      const { pid } = house.service()
      check('the service starts although no line of its log can be written', house.isAlive())

      const made = await makePeople(house.database, 2_000)
      const actors = actorsOf(made.slice(0, 200))
      const given = { house, client, disk, journal: openJournal(), actors, mailed: made.slice(200), check }
      await breakOff(given, { ms: isShort ? 3_000 : fullMs, isLogFull: false })
      if (!isShort) await breakOff(given, { ms: fullMs, isLogFull: true })
      await given.journal.checkCodes(client, check)
      check('the process stayed, with a log that was full all the while', house.service().pid === pid)
    } finally {
      await client.close()
      if (house.isAlive()) await house.stopService('SIGKILL')
      await house.stopDatabase()
      disk?.remove()
      await house.close()
    }
  },
}

async function breakOff(
  { house, client, disk, journal, actors, mailed, check }: Circumstances,
  { ms, isLogFull }: { ms: number; isLogFull: boolean },
): Promise<void> {
  const what = isLogFull ? 'full, its log too: ' : 'full: '
  const load = startLoad({ client, actors, journal, perSecond: 50 })
  const codes = startCodes(client, mailed)
  await sleep(1_000)
  disk.fill()
  // What is left of the present segment of the log would last a while.
  if (isLogFull) await sql`select pg_switch_wal()`.execute(house.database.db).catch(() => {})
  await sleep(ms)
  const live = await client.get('/health/live')
  check(`${what}the process lives`, live.status === 200 && house.isAlive(), `${Math.round(live.ms)} ms`)
  disk.free()
  const recovered = await recover(house)
  await sleep(1_000)
  const servedFrom = load.summary().statuses[200] ?? 0
  await sleep(1_000)
  const served = (load.summary().statuses[200] ?? 0) - servedFrom
  const summary = await load.stop()
  const sends = await codes.stop()

  const refused = (summary.statuses[503] ?? 0) + (sends[503] ?? 0)
  const fine = (summary.statuses[200] ?? 0) + (sends[200] ?? 0)
  const all = summary.requests + Object.values(sends).reduce((sum, count) => sum + count, 0)
  check(
    'only 200 and 503, and some 503',
    fine + refused === all && refused > 0,
    `${inWords(summary)}; codes: ${JSON.stringify(sends)} ${summary.faults[0] ?? ''}`,
  )
  check(
    'it resumes when there is space again',
    served > 0,
    `${recovered}; ${served} served in the second after`,
  )
  await checkWholeness(house, check)
  await journal.checkSessions(client, check)
}

/** A Postgres that could not write its log ends itself, and whatever watches over it starts it again. */
async function recover(house: House): Promise<string> {
  const isReady = await house.readiness(200, 4_000).then(
    (ms) => `ready by itself after ${ms} ms`,
    () => undefined,
  )
  if (isReady) return isReady
  await house.startDatabase()
  return `Postgres had ended and was started again, ready ${await house.readiness(200)} ms after`
}

/** What is written together is there together, or not at all. */
async function checkWholeness(house: House, check: Check): Promise<void> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from sessions where parent_id is null) as sessions,
    (select count(*)::int from audit_events where event = 'sign-in') as sign_ins,
    (select count(*)::int from otp_challenges) as challenges,
    (select count(*)::int from audit_events where event = 'otp-sent') as codes_sent,
    (select count(*)::int from messages where template = 'otp-code') as messages`.execute(house.database.db)
  const { sessions, signIns, challenges, codesSent, messages } = rows[0] ?? {}
  check(
    'no partial rows: sessions and their trail; codes, their trail and their mails',
    sessions === signIns && challenges === codesSent && codesSent === messages,
    `${sessions}/${signIns}; ${challenges}/${codesSent}/${messages}`,
  )
}

/** Codes by mail, each to somebody else, since they hold most of what is written. */
function startCodes(client: Client, mailed: string[]) {
  const statuses: Record<number, number> = {}
  const underWay = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const uuid = mailed.pop()
    if (!uuid) return
    const done = client.mailCode(uuid).then(({ status }) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      underWay.delete(done)
    })
    underWay.add(done)
  }, 1_000 / codesPerSecond)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
      return statuses
    },
  }
}
