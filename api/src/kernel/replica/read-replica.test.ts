/** Tests reads on a true hot standby: which routes use it, and what answers while it is behind, away or no standby. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPublicProfile } from '@foyer/contract/profile/profile-routes'
import { getSkillProfile } from '@foyer/contract/profile/skill-portfolio'
import { createCode } from '@foyer/contract/routes/handover'
import { listCurrencies } from '@foyer/contract/routes/reference'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { getSchool, listSchools } from '@foyer/contract/schools/school-routes'
import { loadReference } from '../../features/reference/load-reference.ts'
import { makeSchool, placeIn, schoolDetails } from '../../features/schools/test-schools.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { type ReplicaBounds, type ReplicaResult, useReplica } from './read-replica.ts'
import { openReplicaPair, type ReplicaPair } from './test-replica.ts'

let pair: ReplicaPair
let testApp: TestApp
let staff: string
let place: Awaited<ReturnType<typeof placeIn>>
let replica: { close(): Promise<void> } | undefined
let counted: ReplicaResult[] = []
let reports: string[] = []

/** Long, because a busy machine is slow without a fault, but with no pause after a failure. */
const patient = { connectMs: 30_000, answerMs: 30_000, replayMs: 30_000, pauseMs: 0 }

async function use(connection: ReplicaPair['replica'], bounds: Partial<ReplicaBounds> = {}): Promise<void> {
  await replica?.close()
  counted = []
  reports = []
  replica = useReplica(testApp.services.db, {
    connection,
    poolSize: 2,
    bounds: { ...patient, ...bounds },
    report: {
      counted: (result) => counted.push(result),
      lost: (why) => reports.push(why),
      regained: () => reports.push('regained'),
    },
  })
}

const names = async () => {
  const { status, data } = await testApp.call(listSchools, { query: {} }, { token: staff })
  assert.equal(status, 200)
  return data.items.map(({ name }) => name)
}

/** Creates a school as a new user of a school. */
async function addSchool(name: string): Promise<string> {
  const details = schoolDetails(place, { name })
  return (await makeSchool(testApp, await testApp.signIn('school'), details)).id
}

before(async () => {
  pair = await openReplicaPair()
  testApp = await openTestApp({ database: { reach: async () => pair.leader } })
  await loadReference(testApp.services.db)
  staff = (await testApp.signIn('svp')).accessToken
  place = await placeIn(testApp, 'BT')
})
after(async () => {
  await replica?.close()
  await testApp?.close()
  await pair?.close()
})

describe('a replica of the database', { timeout: 120_000 }, () => {
  it('answers reference data, lists of schools and public profiles, with what was just written', async () => {
    await use(pair.replica)
    await addSchool('Replicated School')
    assert.deepEqual(await names(), ['Replicated School'])
    assert.equal((await testApp.call(listCurrencies, {})).status, 200)
    const unknown = { params: { username: 'nobody-of-this-name' } }
    assert.equal((await testApp.call(getPublicProfile, unknown)).code, 'not-found')
    assert.equal((await testApp.call(getSkillProfile, unknown)).code, 'not-found')
    assert.deepEqual([...new Set(counted)], ['replica'])
    assert.equal(counted.length, 4)
    assert.deepEqual(reports, [])
  })

  it('answers nothing of a sign-in and no record that its user changes', async () => {
    await use(pair.replica)
    const { uuid, email } = await testApp.makeUser()
    await testApp.call(findUser, { body: { userId: email, product: 'learning' } })
    const { data } = await testApp.call(login, {
      body: { uuid, password: rightPassword, product: 'learning' },
    })
    assert.equal(
      (await testApp.call(createCode, { body: { platform: 'student' } }, { token: data.accessToken })).status,
      200,
    )
    await testApp.call(getSchool, { params: { id: await addSchool('Own School') } }, { token: staff })
    assert.deepEqual(counted, [])
  })

  it('is replaced by the leader while it is behind, so that a user reads what they just wrote', async () => {
    await use(pair.replica, { replayMs: 0 })
    await pair.pauseReplay()
    await addSchool('Late School')
    assert.ok((await names()).includes('Late School'))
    assert.deepEqual(counted, ['behind'])
    assert.deepEqual(reports, ['it has not replayed what the leader has committed'])
    await names()
    assert.equal(reports.length, 1, 'the log has one line')
    await pair.resumeReplay()
    while (counted.at(-1) !== 'replica') {
      assert.ok((await names()).includes('Late School'))
      await sleep(20)
    }
    assert.equal(reports.at(-1), 'regained')
  })

  it('is not tried again for a while after a failure', async () => {
    await use(pair.replica, { replayMs: 0, pauseMs: 600_000 })
    await pair.pauseReplay()
    await addSchool('Skipped School')
    await names()
    await names()
    assert.deepEqual(counted, ['behind', 'skipped'])
    await pair.resumeReplay()
  })

  it('must be a hot standby', async () => {
    await use(pair.leader)
    assert.ok((await names()).length > 0)
    assert.deepEqual(counted, ['no-standby'])
    assert.deepEqual(reports, ['DATABASE_REPLICA_URL names a server that is no hot standby'])
  })

  it('is replaced by the leader while it is stopped', async () => {
    await use(pair.replica, { connectMs: 2_000 })
    await names()
    await pair.stopReplica()
    const answers = await Promise.all(Array.from({ length: 5 }, names))
    assert.ok(answers.every((answer) => answer.includes('Replicated School')))
    assert.deepEqual(reports, ['it does not answer'])
    assert.ok(!counted.slice(1).includes('replica'))
  })
})
