/** How often one session may be renewed: a loop in a browser is stopped, and nobody is signed out by it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

describe('renewing a session', () => {
  it('is refused from the 61st time within a minute, without ending it', async () => {
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
    assert.equal((await renew()).status, 200, 'and so does this one once the minute is over')
  })
})
