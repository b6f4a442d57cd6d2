/** Tests concurrent renewals, which the service sends to the database in a single statement (N-71). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import type { Session } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let other: TestApp
before(async () => {
  testApp = await openTestApp()
  other = await testApp.openAnother()
})
after(async () => {
  await other.close()
  await testApp.close()
})

const renew = ({ refreshToken: token }: Pick<Session, 'refreshToken'>, copy = testApp) =>
  copy.call(refreshToken, { body: { refreshToken: token } })
const idOf = ({ accessToken }: Session) => String(decodeJwt(accessToken).sid)

async function counterOf(session: Session): Promise<number> {
  const { counter } = await testApp.services.db
    .selectFrom('sessions')
    .select('counter')
    .where('id', '=', idOf(session))
    .executeTakeFirstOrThrow()
  return Number(counter)
}

describe('renewals that arrive together', () => {
  it('renews sixteen sessions that arrive together with fewer statements', async () => {
    const sessions = await Promise.all(Array.from({ length: 16 }, () => testApp.signIn()))
    const statements = await testApp.countStatements(async () => {
      const answers = await Promise.all(sessions.map((session) => renew(session)))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    })
    assert.ok(statements < 16, `${statements} statements for 16 renewals`)
    assert.deepEqual(await Promise.all(sessions.map(counterOf)), new Array(16).fill(1))
  })

  it('refuses each bad renewal among good ones alone', async () => {
    const [good, disabled, ended, reused, last] = await Promise.all(
      Array.from({ length: 5 }, () => testApp.signIn()),
    )
    assert.ok(good && disabled && ended && reused && last)
    await renew({ refreshToken: (await renew(reused)).data.refreshToken })
    const { db } = testApp.services
    await db
      .updateTable('users')
      .set({ disabledAt: new Date() })
      .where('id', '=', disabled.user.uuid)
      .execute()
    await db.updateTable('sessions').set({ revokedAt: new Date() }).where('id', '=', idOf(ended)).execute()
    const answers = await Promise.all([good, disabled, ended, reused, last].map((session) => renew(session)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 401, 401, 200],
    )
    assert.deepEqual([await counterOf(good), await counterOf(last)], [1, 1])
  })

  it('gives one session one successor over two copies of the service and beside other sessions', async () => {
    const [session, ...others] = await Promise.all(Array.from({ length: 6 }, () => testApp.signIn()))
    assert.ok(session)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const beside = index % 10 === 0 ? others[index / 10] : undefined
        return renew(beside ?? session, index % 2 === 0 ? testApp : other)
      }),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ data }) => data.refreshToken)).size, 6)
    assert.equal(await counterOf(session), 1)
  })

  it('renews a session that another transaction holds afterwards, and delays no other session', async () => {
    const [held, free] = await Promise.all([testApp.signIn(), testApp.signIn()])
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: note } = Promise.withResolvers<void>()
    const holding = testApp.services.db.transaction().execute(async (trx) => {
      await sql`select from sessions where id = ${idOf(held)} for update`.execute(trx)
      note()
      await isOver
    })
    await isHeld
    let isRenewed = false
    const renewing = renew(held).finally(() => {
      isRenewed = true
    })
    assert.equal((await renew(free)).status, 200)
    await sleep(50)
    assert.equal(isRenewed, false)
    end()
    await holding
    assert.equal((await renewing).status, 200)
    assert.equal(await counterOf(held), 1)
  })
})

describe('access tokens of several sessions', () => {
  it('judges each access token that is used at the same moment by its own session', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => testApp.signIn()))
    const ended = sessions.filter((_, index) => index % 2 === 1).map(idOf)
    const { db } = testApp.services
    await db.updateTable('sessions').set({ revokedAt: new Date() }).where('id', 'in', ended).execute()
    const answers = await Promise.all(
      sessions.map(({ accessToken: token }) =>
        testApp.call(createCode, { body: { platform: 'student' } }, { token }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      sessions.map((_, index) => (index % 2 === 1 ? 401 : 200)),
    )
  })
})
