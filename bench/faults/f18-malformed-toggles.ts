/**
 * F18: stores malformed feature toggles, and locks their table; the last valid ones stay, or social sign-in is off
 * (N-93).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fault } from './fault.ts'
import type { Client } from './installation/client.ts'
import { type Installation, openInstallation } from './installation/installation.ts'

type Toggles = { socialAccountAuthentication?: unknown; marker?: { round: number } }

const social = { enabled: { web: true }, providers: ['google', 'apple'] }
const off = { enabled: { web: false }, providers: [] }
const malformed: Record<string, unknown> = {
  'a text instead of true': { enabled: { web: 'true' }, providers: ['google'] },
  'no provider list': { enabled: { web: true } },
  'a provider that does not exist': { enabled: { web: true }, providers: ['google', 'nobody'] },
  'a field that does not exist': { ...social, extra: 1 },
  'a list': [social],
  'a text': 'on',
  null: null,
  '10 kB': { ...social, extra: 'x'.repeat(10_000) },
}
/** The service reads the toggles again after 5 s. */
const readAgainMs = 8_000

export const fault: Fault = {
  id: 'F18',
  title: 'the document store has malformed toggles, then does not answer',
  async run(check, { isShort }) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const store = openStore(installation)
    check('without a toggle social sign-in is off', isSame((await read(client)).social, off))
    await store(social)
    check('a valid toggle is answered', isSame(await readAnew(client, 1), social))

    const faults = Object.entries(malformed).slice(0, isShort ? 1 : undefined)
    for (const [name, value] of faults) {
      const round = await store(value)
      check(`${name}: the last valid toggle stays`, isSame(await readAnew(client, round), social))
    }
    check('pages are answered', (await fetch(`${installation.url}/?platform=student`)).status === 200)

    await installation.database.db.transaction().execute(async (trx) => {
      await sql`lock table feature_toggles in access exclusive mode`.execute(trx)
      const answers: Awaited<ReturnType<typeof read>>[] = []
      const endsAt = performance.now() + (isShort ? 6_000 : 12_000)
      for (; performance.now() < endsAt; await sleep(100)) answers.push(await read(client))
      const slowest = Math.round(Math.max(...answers.map(({ ms }) => ms)))
      check(
        'while the store hangs, the last valid toggle stays',
        answers.every((answer) => isSame(answer.social, social)),
        `${answers.length} answers`,
      )
      // A caller waits a second at most for a new reading of the store.
      check('while the store hangs, answers come within 1.5 s', slowest < 1_500, `${slowest} ms`)
    })

    await installation.stopService('SIGTERM')
    const round = await store(malformed['a text instead of true'])
    await installation.startService()
    check('a new process never saw a valid toggle: off', isSame(await readAnew(client, round), off))
    const repaired = await store(social)
    check('once the toggle is valid, it is answered', isSame(await readAnew(client, repaired), social))
  },
}

/**
 * Returns a function that stores this value as the toggle of social sign-in, as an operator with a database client could,
 * together with a marker that tells when the service has read both.
 */
function openStore({ database }: Installation): (value: unknown) => Promise<number> {
  let round = 0
  return async (value) => {
    round += 1
    await sql`
      insert into feature_toggles (id, value)
      values ('socialAccountAuthentication', ${JSON.stringify(value)}::jsonb),
        ('marker', ${JSON.stringify({ round })}::jsonb)
      on conflict (id) do update set value = excluded.value`.execute(database.db)
    return round
  }
}

async function read(client: Client) {
  const { data, ms } = await client.get('/api/documents/feature-toggles')
  const { socialAccountAuthentication: social, marker } =
    (data as { toggles: Toggles } | undefined)?.toggles ?? {}
  return { social, round: marker?.round, ms }
}

/** Returns the toggle of social sign-in once the service has read the marker of this round. */
async function readAnew(client: Client, round: number): Promise<unknown> {
  for (const startedAt = performance.now(); performance.now() - startedAt < readAgainMs; await sleep(50)) {
    const answer = await read(client)
    if (answer.round === round) return answer.social
  }
  throw new Error(`The service did not read round ${round} of the toggles within ${readAgainMs} ms`)
}

function isSame(value: unknown, expected: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(expected)
}
