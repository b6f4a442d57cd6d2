/**
 * `npm run bench:timing`: whether an answer's time tells that somebody exists (security N-12). Known and unknown people
 * take turns on a quiet service; the medians may differ by 5 ms or a tenth. `--check` exits 1 where they differ more.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { addPeople, type Person } from './add-people.ts'
import { startDatabase } from './database.ts'
import { type HttpClient, openHttpClient } from './http-client.ts'
import { median } from './measure.ts'
import { build, type Service, startService } from './production-service.ts'
import { type Figure, report } from './report.ts'
import { platform } from './settings.ts'

const turns = 200
const warmUpTurns = 20
const maxDifferenceMs = 5
const maxShare = 0.1

/** One question, asked about somebody known and about nobody. */
type Question = { name: string; path: string; known(person: Person): object; unknown(): object }

const wrong = { password: 'not the password of anybody', product: platform.product }
const staff = { product: platform.product, platform: 'professor' }
const questions: Question[] = [
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
    unknown: () => ({ email: nobody(), ...wrong }),
  },
  {
    name: 'look-up at a staff form',
    path: '/api/auth/users/fetch',
    known: ({ email }) => ({ user_id: email, ...staff }),
    unknown: () => ({ user_id: nobody(), ...staff }),
  },
  {
    name: 'forgotten password',
    path: '/api/auth/forgot-password',
    known: ({ email }) => ({ email, product: platform.product }),
    unknown: () => ({ email: nobody(), product: platform.product }),
  },
]

function nobody(): string {
  return `person-${randomUUID()}@bench.example`
}

build()
const database = await startDatabase()
try {
  const databaseUrl = await database.create('foyer_timing')
  const service = await startService(databaseUrl)
  try {
    report('Known and unknown people', await compare(service, databaseUrl))
  } finally {
    await service.stop()
  }
} finally {
  await database.stop()
}
console.log(`Medians of ${turns} turns each, one after the other.`)

async function compare({ url }: Service, databaseUrl: string): Promise<Figure[]> {
  const people = await addPeople(databaseUrl)
  await makeStaff(databaseUrl)
  const client = openHttpClient(url, 1)
  const figures: Figure[] = []
  for (const question of questions) figures.push(...(await ask(client, question, people)))
  await client.close()
  return figures
}

async function makeStaff(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into memberships (user_id, platform, provenance) select id, $1, 'administrator' from users`,
    [staff.platform],
  )
  await client.end()
}

async function ask(
  client: HttpClient,
  { name, path, known, unknown }: Question,
  people: readonly Person[],
): Promise<Figure[]> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let turn = 0; turn < warmUpTurns + turns; turn += 1) {
    // Somebody else each time: the ladder of guesses would slow down whoever comes again.
    const person = people[turn] ?? { uuid: '', email: '', phone: '' }
    const both = [
      ['known', known(person)],
      ['unknown', unknown()],
    ] as const
    for (const [who, body] of turn % 2 ? both : both.toReversed()) {
      const beganAt = performance.now()
      await client.ask('POST', path, { body })
      if (turn >= warmUpTurns) times[who].push(performance.now() - beganAt)
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
