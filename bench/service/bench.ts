/**
 * Measures the service in production mode on an empty database, together with bare counterparts that limit its possible
 * speed (`npm run bench`). `--check` exits with 1 if a target is missed, `--json <file>` writes the figures, `--only
 * sign-in,refresh` runs some loads, `--profile <folder>` writes CPU profiles of the service, `--statements` lists the
 * SQL statements of each load, `--against <folder>` also measures another built checkout, and `--people 1000000` also
 * measures the service on a database with that many users. `--soak 120` runs it at half load for so many minutes instead.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchUser } from './add-users.ts'
import { cores, folder, hashWorkers, limitsFactor, ports, userCount } from './bench-settings.ts'
import { type ComparedBuild, setUpBuild, setUpOtherBuild, setUpPeople } from './compared-build.ts'
import { medianCost, printJudgements, printStatements, type Round, runWithCost, totalMs } from './cost.ts'
import { startDatabase } from './database.ts'
import { startHelper } from './helper-process.ts'
import { openHttpClient } from './http-client.ts'
import { openLoads } from './loads.ts'
import { startMailReceiver } from './mail-receiver.ts'
import { type Load, median, medianOf } from './measure.ts'
import { eventLoopDelayMs, memoryOf } from './process-figures.ts'
import { build, entry, type Service } from './production-service.ts'
import { type Figure, listsStatements, only, otherCheckout, people, report, soakMinutes } from './report.ts'
import { lookUp, signIn } from './service-calls.ts'
import { measureSimultaneousSignIns, simultaneousSignIns } from './simultaneous-sign-ins.ts'
import { startSmsReceiver } from './sms-receiver.ts'
import { soak } from './soak.ts'

const rounds = 3
const secondsARound = 3
const warmUpSeconds = 4
const restMs = 10_000
const maxIdleMb = 150
const maxPeakMb = 260
const maxHealthMs = 50
/** The maximum growth of an operation's CPU time with the number of users. */
const maxGrowth = 1.25
const otherTitle = people === undefined ? 'other build' : `with ${people.toLocaleString('en')} people`

build()
const database = await startDatabase()
try {
  if (soakMinutes === undefined) await measureAll()
  else await soak(database, soakMinutes)
} finally {
  await database.stop()
}

async function measureAll(): Promise<void> {
  report(`Foyer, ${entry}, ${cores} cores`, await measureService())
  if (listsStatements) printJudgements()
  console.log(
    `Medians of ${rounds} rounds of ${secondsARound} s, each round beside its counterpart. Generator, service, Postgres (durable) and` +
      ` ${hashWorkers} hash workers share the cores. Limits are on, ${limitsFactor} times as high; calls come from many addresses.` +
      '\nBeside p99: CPU time and statements of one operation (service: the process that answers).',
  )
}

async function measureService(): Promise<Figure[]> {
  rmSync(join(folder, 'compile-cache'), { recursive: true, force: true })
  const own = await setUpBuild(database)
  const other = await setUpOther()
  const { service, users } = own
  try {
    const idleMb = only ? null : await idleMemoryOf(service, users)
    const loads = await measureLoads(own, other)
    return [
      time('start-up on an empty database, nothing cached', own.firstReadyMs),
      time('start-up again', service.readyMs),
      {
        name: 'memory after one page and one sign-in',
        value: idleMb,
        unit: 'MB',
        target: { atMost: maxIdleMb },
      },
      ...loads,
      ...(only ? [] : await measureRush(service, users)),
      {
        name: 'memory at its highest',
        value: memoryOf(service.pid).peakMb,
        unit: 'MB',
        target: { atMost: maxPeakMb },
      },
    ]
  } finally {
    await Promise.all([own.stop(), other?.stop()])
  }
}

/** Sets up the service to compare with in the same rounds; undefined if there is none. */
async function setUpOther(): Promise<ComparedBuild | undefined> {
  if (people !== undefined) return setUpPeople(database, people)
  return otherCheckout === undefined ? undefined : setUpOtherBuild(database, otherCheckout)
}

async function idleMemoryOf({ url, pid }: Service, users: readonly BenchUser[]): Promise<number> {
  const client = openHttpClient(url, 1)
  await client.ask('GET', '/?platform=student', { headers: { 'accept-encoding': 'br' } })
  await signIn(client, await firstUser(client, users))
  await client.close()
  await sleep(restMs)
  return memoryOf(pid).nowMb
}

async function firstUser(
  client: ReturnType<typeof openHttpClient>,
  [user]: readonly BenchUser[],
): Promise<BenchUser> {
  if (!user) throw new Error('The database has no user')
  return { ...user, ...(await lookUp(client, user)) }
}

/** The rounds of a load, and the rounds of the same load on the other service. */
type Measurement = { load: Load; otherLoad: Load | undefined; own: Round[]; other: Round[] }

async function measureLoads(own: ComparedBuild, other: ComparedBuild | undefined): Promise<Figure[]> {
  const bareRoute = openHttpClient(`http://localhost:${ports.bareRoute}`, 16)
  const bareHash = await startHelper('service/bare-hash.ts')
  const mailReceiver = await startMailReceiver()
  const receiver = await startSmsReceiver()
  const bareServer = await startHelper('service/bare-route.ts', [await database.create('foyer_bare')])
  const loadsOf = ({ service, client, databaseName, users, otpUsers }: ComparedBuild) =>
    openLoads({
      ...{ url: service.url, service: client, users, otpUsers, receiver, mailReceiver, bareRoute, bareHash },
      processes: {
        service: { pid: service.pid, database: databaseName },
        bareRoute: { pid: bareServer.pid, database: 'foyer_bare' },
        bareHash: { pid: bareHash.pid },
      },
    })
  try {
    const otherLoads = other && (await loadsOf(other))
    const measurements: Measurement[] = (await loadsOf(own))
      .filter(({ name }) => only?.includes(name) ?? true)
      .map((load) => ({ load, otherLoad: counterpartOf(load, own, otherLoads), own: [], other: [] }))
    await warmUp(measurements)
    await eventLoopDelayMs()
    await runRounds(measurements)
    const delayMs = await eventLoopDelayMs()
    return [
      ...measurements.flatMap((measurement) => figuresOf(measurement, measurements)),
      { name: 'event-loop delay under these loads, p99', value: delayMs, unit: 'ms' },
    ]
  } finally {
    await bareRoute.close()
    await Promise.all([bareHash, bareServer, receiver, mailReceiver].map((helper) => helper.stop()))
  }
}

/** Returns the same load on the other service; undefined for loads that the service does not answer. */
function counterpartOf({ name, answeredBy }: Load, own: ComparedBuild, otherLoads: readonly Load[] = []) {
  return answeredBy?.pid === own.service.pid ? otherLoads.find((load) => load.name === name) : undefined
}

/**
 * Runs each load until its code is compiled and the tables have their final size. Services run for days, but a compiler
 * would use a tenth of a core for the first seconds.
 */
async function warmUp(measurements: readonly Measurement[]): Promise<void> {
  for (const { load, otherLoad } of measurements)
    for (const warmed of otherLoad ? [load, otherLoad] : [load]) {
      await warmed.prepare?.(warmUpSeconds)
      await warmed.run(warmUpSeconds)
    }
  const databases = measurements.flatMap(({ load, otherLoad }) => [load, otherLoad])
  for (const name of new Set(databases.map((load) => load?.answeredBy?.database)))
    if (name !== undefined) await database.analyze(name)
}

async function runRounds(measurements: readonly Measurement[]): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    for (const { load, otherLoad, own, other } of measurements) {
      const runs = [async () => own.push(await runWithCost(database, load, secondsARound))]
      if (otherLoad) runs.push(async () => other.push(await runWithCost(database, otherLoad, secondsARound)))
      // Alternates which build runs first.
      for (const run of round % 2 ? runs.toReversed() : runs) await run()
      const last = own.at(-1)
      if (listsStatements && last && round === rounds - 1 && !otherLoad)
        await printStatements(database, load, last)
    }
}

function figuresOf({ load, own, other }: Measurement, measurements: readonly Measurement[]): Figure[] {
  const { title, unit, ratio } = load
  const figures = [rate(title, unit, own)]
  if (other.length > 0) {
    figures.push(rate(`${title}: ${otherTitle}`, unit, other), comparisonOf(title, own, other))
  }
  const bare = measurements.find(({ load: { name } }) => name === ratio?.to)?.own
  if (!ratio || !bare) return figures
  const ratioOf = (measured: readonly Round[]) => medianRatio(measured, bare, ({ perSecond }) => perSecond)
  figures.push({ name: ratio.title, value: ratioOf(own), unit: '×', target: { atLeast: ratio.atLeast } })
  if (other.length > 0)
    figures.push({ name: `${ratio.title}: ${otherTitle}`, value: ratioOf(other), unit: '×' })
  return figures
}

/** Compares the total CPU time of all processes. */
function comparisonOf(title: string, own: readonly Round[], other: readonly Round[]): Figure {
  const total = ({ cost }: Round) => totalMs(cost)
  if (people === undefined)
    return { name: `${title}: CPU to the other build`, value: medianRatio(own, other, total), unit: '×' }
  return {
    name: `${title}: CPU ${otherTitle}, to ${userCount.toLocaleString('en')}`,
    value: medianRatio(other, own, total),
    unit: '×',
    target: { atMost: maxGrowth },
  }
}

function rate(name: string, unit: string, measured: readonly Round[]): Figure {
  const { perSecond, p50Ms, p99Ms } = medianOf(measured)
  return { name, value: perSecond, unit, p50Ms, p99Ms, cost: medianCost(measured) }
}

function medianRatio(own: readonly Round[], other: readonly Round[], of: (round: Round) => number): number {
  return median(
    own.map((round, index) => {
      const beside = other[index]
      return beside ? of(round) / of(beside) : Number.NaN
    }),
  )
}

async function measureRush({ url }: Service, users: readonly BenchUser[]): Promise<Figure[]> {
  await eventLoopDelayMs()
  const { healthP50Ms, healthP99Ms, notReady, allDoneSeconds, refused } = await measureSimultaneousSignIns(
    url,
    users,
  )
  return [
    {
      name: `/health/ready p99 during ${simultaneousSignIns} sign-ins at once`,
      value: healthP99Ms,
      unit: 'ms',
      p50Ms: healthP50Ms,
      p99Ms: healthP99Ms,
      target: { atMost: maxHealthMs },
    },
    { name: '/health/ready was not 200 meanwhile', value: notReady, unit: '', target: { atMost: 0 } },
    { name: 'time until all had signed in', value: allDoneSeconds, unit: 's' },
    { name: 'refused with 503 and Retry-After', value: refused, unit: '' },
    { name: 'event-loop delay meanwhile, p99', value: await eventLoopDelayMs(), unit: 'ms' },
  ]
}

function time(name: string, value: number): Figure {
  return { name, value, unit: 'ms' }
}
