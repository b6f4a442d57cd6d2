/** Tests the limit of renewals of a session, which stops a loop in a browser but signs no user out. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

describe('the limit of renewals', () => {
  it('refuses the 61st renewal of a session within a minute without ending the session', async () => {
    const { refreshToken: token } = await testApp.signIn()
    const renew = () => testApp.call(refreshToken, { body: { refreshToken: token } })
    const answers = await Promise.all(Array.from({ length: 60 }, renew))
    assert.ok(answers.every((answer) => answer.status === 200))
    const refused = await renew()
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) <= 60)
    const other = await testApp.signIn()
    assert.equal(
      (await testApp.call(refreshToken, { body: { refreshToken: other.refreshToken } })).status,
      200,
      'another session goes on',
    )
    await testApp.services.db.deleteFrom('attempts').execute()
    assert.equal((await renew()).status, 200, 'and so does this one once the minute has ended')
  })
})
