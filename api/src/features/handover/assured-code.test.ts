/** Tests the codes of a platform that asks for two factors now (docs/assurance.md). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import { finishEnrolment, startEnrolment } from '@foyer/contract/routes/second-factor'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { enrolmentIn, passStep, secondFactorSteps, waysIn } from '../second-factor/test-second-factor.ts'
import { codeOf } from '../second-factor/test-totp.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const steps = secondFactorSteps(() => testApp)
const askFor = (token: string) => testApp.mint(token, { assurance: 2 })

/** Returns the assurance in the token of a platform that redeems a code of this session. */
async function assuranceBy(token: string): Promise<unknown> {
  const { data } = await askFor(token)
  const body = { code: data.code, platform: 'student' } as const
  const redeemed = await testApp.call(exchangeCode, { body }, { client: 'student-client' })
  return decodeJwt(redeemed.data.session.accessToken).acr
}

describe('a code for two factors', () => {
  it('asks the user of an older session for the app, and opens a session with two factors', async () => {
    const user = await testApp.makeUser()
    const older = (await steps.signIn(user.uuid)).data
    const newer = (await steps.signIn(user.uuid)).data
    const { secret } = await steps.add(newer.accessToken)
    await passStep(testApp, user.uuid)
    const refused = await askFor(older.accessToken)
    assert.deepEqual([refused.status, refused.code], [403, 'second-factor-needed'])
    const { token, totp } = waysIn(refused)
    assert.equal(totp, true)
    const { data: opened } = await steps.complete({ token, totp: codeOf(secret) })
    assert.equal(await assuranceBy(opened.accessToken), '2')
  })

  it('lets a user without a second factor set one up, a short time after a proof only', async () => {
    const { accessToken, user } = await testApp.signIn()
    const refused = await askFor(accessToken)
    assert.deepEqual([refused.status, refused.code], [403, 'enrolment-needed'])
    const token = enrolmentIn(refused)
    const { data: app } = await testApp.call(startEnrolment, { body: { token } })
    const body = { token, id: app.id, totp: codeOf(app.secret) }
    const { data } = await testApp.call(finishEnrolment, { body })
    assert.equal(await assuranceBy(data.session.accessToken), '2')

    const other = await testApp.signIn()
    await sql`update sessions set auth_time = auth_time - interval '1 hour', created_at = created_at - interval '1 hour'
      where user_id = ${other.user.uuid}`.execute(testApp.services.db)
    assert.equal((await askFor(other.accessToken)).code, 'proof-needed')
    assert.notEqual(other.user.uuid, user.uuid)
  })

  it('takes no other level', async () => {
    const { accessToken } = await testApp.signIn()
    const body = { platform: 'student', assurance: 3 } as never
    assert.equal((await testApp.call(createCode, { body }, { token: accessToken })).code, 'invalid-request')
  })
})
