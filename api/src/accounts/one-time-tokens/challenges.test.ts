/** Tests challenges that are created and tried together, in one copy of the service and in two. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { createKeyring } from '../../keyring.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createUser } from '../users/users.ts'
import { createChallenge, newCode } from './create-challenge.ts'
import { isCode, otpTriesPerChallenge, takeTry } from './otp-challenges.ts'

const keyring = createKeyring([Buffer.alloc(32, 'secret of the challenges')])
const purpose = 'login'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.close())

let people = 0
async function makePerson(): Promise<string> {
  people += 1
  const email = { address: `person-${people}@example.com` }
  return createUser(database.db, { firstName: 'Asha', lastName: null, email, provenance: 'verified' })
}

const message = { channel: 'email', template: 'otp-code', payload: Buffer.alloc(1) } as const

async function create(userId: string, db: Db = database.db): Promise<{ token: string; code: string }> {
  const code = newCode()
  const flow = { isBoth: false, contactId: null, product: null, deviceId: null, browserId: null } as const
  const token = await createChallenge(
    db,
    keyring,
    { ...flow, purpose, channel: 'email', subject: userId, userId },
    {
      code,
      recorded: { event: 'otp-sent', userId },
      messages: [{ ...message, id: randomUUID(), recipientMac: Buffer.from(userId) }],
    },
  )
  return { token, code }
}

async function countRows(userId: string): Promise<Record<'challenges' | 'events' | 'messages', number>> {
  const { rows } = await sql<Awaited<ReturnType<typeof countRows>>>`
    select (select count(*)::int from otp_challenges where user_id = ${userId}) as challenges,
      (select count(*)::int from audit_events where user_id = ${userId}) as events,
      (select count(*)::int from messages where recipient_mac = ${Buffer.from(userId)}) as messages`.execute(
    database.db,
  )
  return rows[0] as Awaited<ReturnType<typeof countRows>>
}

async function tryAtOnce(tokens: readonly string[], dbs: readonly Db[] = [database.db]) {
  return Promise.all(tokens.map((token, index) => takeTry(dbs[index % dbs.length] as Db, { purpose, token })))
}

describe('challenges that are created together', () => {
  it('writes the challenge, event and message of each, and refuses alone the one that the database refuses', async () => {
    const users = [await makePerson(), randomUUID(), await makePerson()]
    const created = await Promise.allSettled(users.map((userId) => create(userId)))
    assert.deepEqual(
      created.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    const counts = await Promise.all(users.map(countRows))
    const one = { challenges: 1, events: 1, messages: 1 }
    assert.deepEqual(counts, [one, { challenges: 0, events: 0, messages: 0 }, one])
  })

  it('keeps the last code alone of several for one user', async () => {
    const userId = await makePerson()
    const created = await Promise.all([create(userId), create(userId), create(userId)])
    const tries = await tryAtOnce(created.map(({ token }) => token))
    assert.deepEqual(
      tries.map((challenge) => challenge !== null),
      [false, false, true],
    )
    const last = created.at(-1)
    assert.ok(last && tries[2] && isCode(keyring, tries[2].codeMac, last))
  })
})

describe('tries that arrive together', () => {
  it('gives fifty tries of one challenge five times, also across two copies of the service', async () => {
    const copy = database.openAnother()
    for (const dbs of [[database.db], [database.db, copy.db]]) {
      const { token } = await create(await makePerson())
      const tries = await tryAtOnce(
        Array.from({ length: 50 }, () => token),
        dbs,
      )
      assert.equal(tries.filter((challenge) => challenge !== null).length, otpTriesPerChallenge)
      assert.deepEqual(await tryAtOnce([token]), [null])
    }
    await copy.close()
  })

  it('answers each try with its own challenge, and with null for an unknown token or another purpose', async () => {
    const users = [await makePerson(), await makePerson()]
    const [one, two] = await Promise.all(users.map((userId) => create(userId)))
    assert.ok(one && two)
    const tries = await Promise.all([
      takeTry(database.db, { purpose, token: two.token }),
      takeTry(database.db, { purpose: 'social_link', token: one.token }),
      takeTry(database.db, { purpose, token: 'ot_made-up' }),
      takeTry(database.db, { purpose, token: one.token }),
    ])
    assert.deepEqual(
      tries.map((challenge) => challenge?.userId),
      [users[1], undefined, undefined, users[0]],
    )
  })
})
