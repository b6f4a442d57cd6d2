/**
 * Measures whether response times reveal that an account exists (`npm run bench:timing`). Requests for known and
 * unknown users alternate on an idle service; the medians may differ by 5 ms or 10 %. `--check` exits with 1 if they
 * differ by more (N-01, N-12, N-88).
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { addUsers, type BenchUser } from './add-users.ts'
import { platform } from './bench-settings.ts'
import { startDatabase } from './database.ts'
import { type HttpClient, openHttpClient } from './http-client.ts'
import { median } from './measure.ts'
import { build, type Service, startService } from './production-service.ts'
import { type Figure, report } from './report.ts'

const turns = 200
const warmUpTurns = 20
const maxDifferenceMs = 5
const maxShare = 0.1

/** One request, sent for a known and for an unknown user. */
type Request = { name: string; path: string; known(user: BenchUser): object; unknown(): object }

const wrong = { password: 'not the password of any user', product: platform.product }
const staff = { product: platform.product, platform: 'professor' }
const requests: Request[] = [
  {
    name: 'wrong password, by id',
    path: '/api/auth/sso/login',
    known: ({ uuid }) => ({ uuid, ...wrong }),
    unknown: () => ({ uuid: randomUUID(), ...wrong }),
  },
  {
    name: 'wrong password, by email',
    path: '/api/auth/sso/login',
    known: ({ email }) => ({ email, ...wrong }),
    unknown: () => ({ email: unknownEmail(), ...wrong }),
  },
  {
    name: 'look-up at a staff form',
    path: '/api/auth/users/fetch',
    known: ({ email }) => ({ user_id: email, ...staff }),
    unknown: () => ({ user_id: unknownEmail(), ...staff }),
  },
  {
    name: 'forgotten password',
    path: '/api/auth/forgot-password',
    known: ({ email }) => ({ email, product: platform.product }),
    unknown: () => ({ email: unknownEmail(), product: platform.product }),
  },
]

function unknownEmail(): string {
  return `person-${randomUUID()}@bench.example`
}

build()
const database = await startDatabase()
try {
  const databaseUrl = await database.create('foyer_timing')
  const service = await startService(databaseUrl)
  try {
    report('Known and unknown users', await compare(service, databaseUrl))
  } finally {
    await service.stop()
  }
} finally {
  await database.stop()
}
console.log(`Medians of ${turns} turns each, one after the other.`)

async function compare({ url }: Service, databaseUrl: string): Promise<Figure[]> {
  const users = await addUsers(databaseUrl)
  await addStaffMemberships(databaseUrl)
  const client = openHttpClient(url, 1)
  const figures: Figure[] = []
  for (const request of requests) figures.push(...(await compareOne(client, request, users)))
  await client.close()
  return figures
}

async function addStaffMemberships(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into memberships (user_id, platform, provenance) select id, $1, 'administrator' from users`,
    [staff.platform],
  )
  await client.end()
}

async function compareOne(
  client: HttpClient,
  { name, path, known, unknown }: Request,
  users: readonly BenchUser[],
): Promise<Figure[]> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let turn = 0; turn < warmUpTurns + turns; turn += 1) {
    // Each round uses another user, because the lockout would delay a second attempt.
    const user = users[turn] ?? { uuid: '', email: '', phone: '' }
    const both = [
      ['known', known(user)],
      ['unknown', unknown()],
    ] as const
    for (const [kind, body] of turn % 2 ? both : both.toReversed()) {
      const beganAt = performance.now()
      await client.ask('POST', path, { body })
      if (turn >= warmUpTurns) times[kind].push(performance.now() - beganAt)
    }
  }
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
  const atMost = Math.max(maxDifferenceMs, maxShare * unknownMs)
  return [
    { name: `${name}: known`, value: knownMs, unit: 'ms' },
    { name: `${name}: unknown`, value: unknownMs, unit: 'ms' },
    { name: `${name}: difference`, value: Math.abs(knownMs - unknownMs), unit: 'ms', target: { atMost } },
  ]
}
