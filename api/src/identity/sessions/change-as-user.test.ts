/** Tests that changes of one user wait for each other, and leave connections for all other users. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getProfile } from '@foyer/contract/profile/profile-routes'
import { sectionRoutes } from '@foyer/contract/profile/section-routes'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
/** A second app with its own connection pool, from which the tests lock rows. */
let another: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 }, poolSize: 3 })
  another = await testApp.openAnother()
})
after(async () => {
  await another.close()
  await testApp.close()
})

const order = (token: string) => testApp.call(sectionRoutes.awards.order, { body: { ids: [] } }, { token })

/** Locks the user's row, starts the changes, and runs `meanwhile` once the first change waits for the row. */
async function whileWaiting(
  userId: string,
  changes: () => Promise<number>[],
  meanwhile: () => Promise<void>,
) {
  const { db } = another.services
  const sent = await db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${userId} for update`.execute(trx)
    const all = changes()
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(db)).rows.length === 0) await new Promise(setImmediate)
    await meanwhile()
    return { all }
  })
  return Promise.all(sent.all)
}

describe('changes of one user', () => {
  it('wait in the process while one of them holds a connection, so that others are answered', async () => {
    const [one, other] = [await testApp.signIn(), await testApp.signIn()]
    const answers = await whileWaiting(
      one.user.uuid,
      () => Array.from({ length: 12 }, () => order(one.accessToken).then(({ status }) => status)),
      async () => {
        assert.equal((await testApp.call(getProfile, {}, { token: other.accessToken })).status, 200)
        assert.equal((await order(other.accessToken)).status, 204)
      },
    )
    assert.deepEqual(answers, Array(12).fill(204))
  })

  it('are refused where more wait than a form sends at once', async () => {
    const { accessToken, user } = await testApp.signIn()
    const refused = Promise.withResolvers<void>()
    let refusals = 0
    const answers = await whileWaiting(
      user.uuid,
      () =>
        Array.from({ length: 40 }, async () => {
          const { status, headers } = await order(accessToken)
          if (status !== 429) return status
          assert.equal(headers['retry-after'], '2')
          refusals++
          if (refusals === 7) refused.resolve()
          return status
        }),
      () => refused.promise,
    )
    assert.deepEqual(answers.toSorted(), [...Array(33).fill(204), ...Array(7).fill(429)])
  })
})
