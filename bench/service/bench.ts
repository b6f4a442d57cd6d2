/**
 * Measures the service in production mode on an empty database, beside bare counterparts that bound its speed
 * (`npm run bench`). `--check` exits with 1 when a target is missed, `--json <file>` writes the figures,
 * `--only sign-in,refresh` runs some loads, `--profile <folder>` writes a CPU profile of the service there.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addProfiles } from './add-profiles.ts'
import { addUsers, type BenchUser } from './add-users.ts'
import { cores, folder, hashWorkers, limitsFactor, otpUserCount, ports, userCount } from './bench-settings.ts'
import { startDatabase } from './database.ts'
import { startHelper } from './helper-process.ts'
import { openHttpClient } from './http-client.ts'
import { openLoads } from './loads.ts'
import { type Load, type Measured, median, medianOf } from './measure.ts'
import { eventLoopDelayMs, memoryOf } from './process-figures.ts'
import { build, entry, type Service, startService } from './production-service.ts'
import { type Figure, only, profileFolder, report } from './report.ts'
import { lookUp, signIn } from './service-calls.ts'
import { measureSimultaneousSignIns, simultaneousSignIns } from './simultaneous-sign-ins.ts'
import { startSmsReceiver } from './sms-receiver.ts'

const rounds = 3
const secondsARound = 3
const warmUpSeconds = 1.5
const restMs = 10_000
const maxIdleMb = 120
const maxHealthMs = 150

build()
const database = await startDatabase()
try {
  report(`Foyer, ${entry}, ${cores} cores`, await measureService())
} finally {
  await database.stop()
}
console.log(
  `Medians of ${rounds} rounds of ${secondsARound} s, each round beside its counterpart. Generator, service, Postgres (durable) and` +
    ` ${hashWorkers} hash workers share the cores. Limits are on, ${limitsFactor} times as high; calls come from many addresses.`,
)

async function measureService(): Promise<Figure[]> {
  const databaseUrl = await database.create('foyer_bench')
  rmSync(join(folder, 'compile-cache'), { recursive: true, force: true })
  const first = await startService(databaseUrl)
  await first.stop()
  const users = await addUsers(databaseUrl)
  const otpUsers = await addUsers(databaseUrl, { count: otpUserCount, from: userCount })
  if (!only || only.some((name) => name.startsWith('profile'))) await addProfiles(databaseUrl)
  const service = await startService(databaseUrl, profileFolder)
  try {
    const idleMb = only ? null : await idleMemoryOf(service, users)
    const loads = await measureLoads(service, users, otpUsers)
    return [
      time('start-up on an empty database, nothing cached', first.readyMs),
      time('start-up again', service.readyMs),
      {
        name: 'memory after one page and one sign-in',
        value: idleMb,
        unit: 'MB',
        target: { atMost: maxIdleMb },
      },
      ...loads,
      ...(only ? [] : await measureRush(service, users)),
      { name: 'memory at its highest', value: memoryOf(service.pid).peakMb, unit: 'MB' },
    ]
  } finally {
    await service.stop()
  }
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

async function measureLoads(
  { url }: Service,
  users: readonly BenchUser[],
  otpUsers: readonly BenchUser[],
): Promise<Figure[]> {
  const service = openHttpClient(url, 16)
  const bareRoute = openHttpClient(`http://localhost:${ports.bareRoute}`, 16)
  const bareHash = await startHelper('service/bare-hash.ts')
  const receiver = await startSmsReceiver()
  const bareServer = await startHelper('service/bare-route.ts', [await database.create('foyer_bare')])
  try {
    const all = await openLoads({ url, users, otpUsers, receiver, service, bareRoute, bareHash })
    const loads = all.filter(({ name }) => only?.includes(name) ?? true)
    // Code is compiled before it is measured.
    for (const { run } of loads) await run(warmUpSeconds)
    await eventLoopDelayMs()
    const measured = await runRounds(loads)
    const delayMs = await eventLoopDelayMs()
    return [
      ...loads.flatMap((load) => figuresOf(load, measured)),
      { name: 'event-loop delay under these loads, p99', value: delayMs, unit: 'ms' },
    ]
  } finally {
    await Promise.all([service.close(), bareRoute.close()])
    await Promise.all([bareHash.stop(), bareServer.stop(), receiver.stop()])
  }
}

async function runRounds(loads: readonly Load[]): Promise<Map<string, Measured[]>> {
  const measured = new Map<string, Measured[]>(loads.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of loads) measured.get(name)?.push(await run(secondsARound))
  }
  return measured
}

function figuresOf({ name, title, unit, ratio }: Load, measured: Map<string, Measured[]>): Figure[] {
  const own = measured.get(name) ?? []
  const { perSecond, p50Ms, p99Ms } = medianOf(own)
  const figure = { name: title, value: perSecond, unit, p50Ms, p99Ms }
  const bare = ratio && measured.get(ratio.to)
  if (!bare) return [figure]
  const value = median(own.map((round, index) => round.perSecond / (bare[index]?.perSecond ?? Number.NaN)))
  return [figure, { name: ratio.title, value, unit: '×', target: { atLeast: ratio.atLeast } }]
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
