/** Tests that copies of the service that start at once seed each demo user, school and learner once. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { it } from 'node:test'
import { demoLearners } from '../../../../seed/src/demo-learners.ts'
import { demoSchools, seedDemoSchools } from '../../../../seed/src/demo-schools.ts'
import { seedDemoLearners } from '../../../../seed/src/seed-demo-learners.ts'
import { fromRoot } from '../../from-root.ts'
import { createHasher } from '../../identity/credentials/password-hashing.ts'
import { readRegistry } from '../../kernel/config/platform-registry.ts'
import { connect } from '../../kernel/db/connect.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { createEmptyDatabase, patientBounds } from '../../testing/test-database.ts'
import { loadReference } from '../reference/load-reference.ts'
import { demoUsers, seedDemoUsers } from './demo-users.ts'

it('adds each demo user, school and learner once when three copies start at once on an empty database', async () => {
  const connection = await createEmptyDatabase()
  const stored = new Set<string>()
  const copies = Array.from({ length: 3 }, () => {
    const hasher = createHasher({ memoryKib: 64, passes: 1, workers: 1, queue: 1, waitMs: 30_000 })
    const { db, close } = connect(connection, () => {}, undefined, patientBounds)
    const storage = { put: async ({ id }: { id: string }) => void stored.add(id) } as never
    const config = { registry: readRegistry('{}', { isProduction: false }) }
    return { services: { db, hasher, storage, config }, close }
  })
  await Promise.all(copies.map(() => migrate(connection)))
  const [first] = copies
  if (!first) throw new Error('There is no copy')
  const { db } = first.services
  try {
    await loadReference(db)
    for (let starts = 0; starts < 2; starts += 1) {
      await Promise.all(
        copies.map(async ({ services }) => {
          await seedDemoUsers(services)
          await seedDemoSchools(services)
          await seedDemoLearners(services)
        }),
      )
    }
    const users = await db.selectFrom('users').select(['id', 'pictureUrl']).execute()
    const isDemoUser = new Set(demoUsers.map(({ email }) => email))
    const added = demoLearners.filter(({ email }) => !isDemoUser.has(email))
    assert.equal(users.length, demoUsers.length + added.length)
    const profiles = await db.selectFrom('profiles').select('username').execute()
    assert.equal(demoLearners.length, 12)
    assert.deepEqual(
      profiles.map(({ username }) => username).sort(),
      demoLearners.map(({ username }) => username).sort(),
    )
    const pictures = users.flatMap(({ pictureUrl }) => pictureUrl?.split('/').at(-1) ?? [])
    assert.deepEqual(pictures.sort(), [...stored].sort())
    assert.equal(pictures.length, readdirSync(fromRoot('seed/src/portraits')).length)
    const schools = await db.selectFrom('schools').select(['name', 'status', 'stateId']).execute()
    assert.deepEqual(
      schools.map(({ name, status }) => `${name} ${status}`).sort(),
      demoSchools.map(({ name, status }) => `${name} ${status}`).sort(),
    )
    assert.ok(schools.every(({ stateId }) => stateId !== null))
  } finally {
    await Promise.all(copies.map(({ close }) => close()))
  }
})
