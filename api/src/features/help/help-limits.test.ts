/** Tests how many help requests an email, a user, a device and a network may send (N-102). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { jobs } from '../../operator/jobs/jobs.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { keptDays } from './help-requests.ts'
import { countHelp, tryHelp } from './test-help-requests.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off' } })
})
after(() => testApp.close())

describe('help limits', () => {
  it('takes five requests an hour under one email address in any spelling, and then from other addresses', async () => {
    for (let count = 0; count < 5; count += 1)
      assert.equal((await tryHelp(testApp, { email: 'Often@example.com' })).status, 200)
    const refused = await tryHelp(testApp, { email: 'often@EXAMPLE.com' })
    assert.deepEqual([refused.status, refused.code], [429, 'too-many-attempts'])
    assert.ok(Number(refused.headers['retry-after']) > 3_000)
    assert.equal((await tryHelp(testApp, { email: 'other@example.com' })).status, 200)
  })

  it('takes five requests an hour of one user, whatever addresses they type', async () => {
    const { accessToken: token } = await testApp.signIn()
    await sql`delete from emails`.execute(testApp.services.db)
    for (let count = 0; count < 5; count += 1)
      assert.equal((await tryHelp(testApp, { email: `typed${count}@example.com` }, { token })).status, 200)
    assert.equal((await tryHelp(testApp, { email: 'typed6@example.com' }, { token })).status, 429)
  })

  it('takes ten requests an hour of one device', async () => {
    const headers = { 'x-device-id': 'device-1234' }
    for (let count = 0; count < 10; count += 1)
      assert.equal((await tryHelp(testApp, { email: `device${count}@example.com` }, { headers })).status, 200)
    assert.equal((await tryHelp(testApp, { email: 'eleventh@example.com' }, { headers })).status, 429)
  })

  it('deletes a help request after half a year', async () => {
    const { db } = testApp.services
    await sql`update help_requests set created_at = now() - make_interval(days => ${keptDays})`.execute(db)
    assert.equal((await tryHelp(testApp, { email: 'new@example.com' })).status, 200)
    const job = jobs.find(({ name }) => name === 'help requests')
    assert.ok(Number(await job?.doBatch(testApp.services)) > 10)
    assert.equal((await countHelp(testApp))?.requests, 1)
  })
})
