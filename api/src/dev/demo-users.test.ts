/** Tests that service copies starting at once seed each demo user once. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createHasher } from '../accounts/passwords/password-hashing.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { demoUsers, seedDemoUsers } from './demo-users.ts'

it('adds each demo user once when three copies start at once on an empty database', async () => {
  const connection = await createEmptyDatabase()
  const copies = Array.from({ length: 3 }, () => {
    const hasher = createHasher({ memoryKib: 64, passes: 1, workers: 1, queue: 1, waitMs: 10_000 })
    return { connection: connect(connection, () => {}), hasher }
  })
  await Promise.all(copies.map(() => migrate(connection)))
  try {
    await Promise.all(copies.map(({ connection: { db }, hasher }) => seedDemoUsers({ db, hasher })))
    const users = await copies[0]?.connection.db.selectFrom('users').select('id').execute()
    assert.equal(users?.length, demoUsers.length)
  } finally {
    await Promise.all(copies.map((copy) => copy.connection.close()))
  }
})
