/** Disabling the people that development seeds, by the command line. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { demoPassword, demoUsers, seedDemoUsers } from '../dev/demo-users.ts'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

async function disableDemo(): Promise<{ disabled: string[]; endedSessions: string[] }> {
  const env = { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret }
  const { code, out, error } = await runFoyer(['user', 'disable-demo', '--json'], env)
  assert.deepEqual([code, error], [0, ''])
  return JSON.parse(out)
}

describe('user disable-demo', () => {
  it('disables every seeded person and ends their sessions, and nobody else', async () => {
    const { uuid } = await testApp.makeUser()
    const mine = await testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })
    await seedDemoUsers(testApp.services)
    const demo = { email: 'student@foyer.test', password: demoPassword, product: 'learning' } as const
    const entered = await testApp.call(login, { body: demo })
    assert.equal(entered.status, 200)

    const { disabled, endedSessions } = await disableDemo()
    assert.equal(disabled.length, demoUsers.length)
    assert.equal(endedSessions.length, 1)
    const renew = (token: string) => testApp.call(refreshToken, { body: { refreshToken: token } })
    assert.equal((await renew(entered.data.refreshToken)).status, 401)
    assert.equal((await testApp.call(login, { body: demo })).code, 'wrong-credentials')
    assert.equal((await renew(mine.data.refreshToken)).status, 200)
    assert.deepEqual(await disableDemo(), { disabled: [], endedSessions: [] }, 'repeating it does no harm')
  })

  it('leaves a real person alone who has the phone number of a demo person', async () => {
    const own = await openTestApp()
    const { phoneNumber = '' } = demoUsers.find((user) => user.phoneNumber) ?? {}
    await own.makeUser({ phoneNumber })
    const env = { DATABASE_URL: own.databaseUrl, FOYER_SECRETS: testSecret }
    assert.match((await runFoyer(['user', 'disable-demo'], env)).out, /^Disabled 0 demo people\n/)
    const { rows } = await sql`select id from users where disabled_at is not null`.execute(own.services.db)
    assert.deepEqual(rows, [])
    await own.close()
  })
})
