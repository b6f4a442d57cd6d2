/** Sets up a service for the loads, with its build, database, users and process. */
import { addPeople, pickUsers } from './add-people.ts'
import { addProfiles } from './add-profiles.ts'
import { addUsers, type BenchUser } from './add-users.ts'
import { otpUserCount, root, userCount } from './bench-settings.ts'
import type { BenchDatabase } from './database.ts'
import { type HttpClient, openHttpClient } from './http-client.ts'
import { type Service, startService } from './production-service.ts'
import { only, profileFolder } from './report.ts'

export type ComparedBuild = {
  databaseName: string
  users: readonly BenchUser[]
  otpUsers: readonly BenchUser[]
  service: Service
  client: HttpClient
  /** The time until the service was ready on an empty database without any cache. */
  firstReadyMs: number
  stop(): Promise<void>
}

type Prepared = Omit<ComparedBuild, 'service' | 'client' | 'stop'> & { databaseUrl: string }

/** The share of users who sign in; they are spread over the tables. */
const activeShare = 0.05

/** Sets up this checkout's build on an empty database with a few users. */
export async function setUpBuild(database: BenchDatabase): Promise<ComparedBuild> {
  return start(await prepare(database, { databaseName: 'foyer_bench', firstNumber: 0 }), { profileFolder })
}

/** Sets up another checkout's build on its own database. */
export async function setUpOtherBuild(database: BenchDatabase, checkout: string): Promise<ComparedBuild> {
  // Both builds send their codes to the same receiver, which distinguishes them by phone number.
  const firstNumber = userCount + otpUserCount
  const options = { databaseName: 'foyer_bench_other', firstNumber, otherCheckout: checkout }
  return start(await prepare(database, options), { otherCheckout: checkout })
}

/** Sets up this checkout's build on a database with that many users, which is filled once and kept. */
export async function setUpPeople(database: BenchDatabase, people: number): Promise<ComparedBuild> {
  const databaseName = `foyer_bench_people_${people}`
  const databaseUrl = (await database.find(databaseName)) ?? (await fill(database, databaseName, people))
  const activeCount = Math.max(userCount, Math.round(people * activeShare))
  const picked = await pickUsers(databaseUrl, activeCount + otpUserCount)
  return start(
    {
      ...{ databaseName, databaseUrl, firstReadyMs: Number.NaN },
      ...{ users: picked.slice(0, activeCount), otpUsers: picked.slice(activeCount) },
    },
    { otherCheckout: root },
  )
}

async function fill(database: BenchDatabase, databaseName: string, people: number): Promise<string> {
  const unfinished = `${databaseName}_unfinished`
  const databaseUrl = await database.create(unfinished)
  const migrating = await startService(databaseUrl, { otherCheckout: root })
  await migrating.stop()
  await addPeople(databaseUrl, people)
  return database.rename(unfinished, databaseName)
}

async function prepare(
  database: BenchDatabase,
  options: { databaseName: string; firstNumber: number; otherCheckout?: string },
): Promise<Prepared> {
  const { databaseName, firstNumber: from, ...build } = options
  const databaseUrl = await database.create(databaseName)
  const first = await startService(databaseUrl, build)
  await first.stop()
  const users = await addUsers(databaseUrl, { from })
  const otpUsers = await addUsers(databaseUrl, { count: otpUserCount, from: from + userCount })
  if (!only || only.some((name) => name.startsWith('profile'))) await addProfiles(databaseUrl)
  return { databaseName, databaseUrl, users, otpUsers, firstReadyMs: first.readyMs }
}

async function start(
  { databaseUrl, ...prepared }: Prepared,
  options: Parameters<typeof startService>[1],
): Promise<ComparedBuild> {
  const service = await startService(databaseUrl, options)
  const client = openHttpClient(service.url, 16)
  return {
    ...prepared,
    service,
    client,
    async stop() {
      await client.close()
      await service.stop()
    },
  }
}
