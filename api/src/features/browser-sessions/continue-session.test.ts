/** Tests that a user who is signed in at one platform continues at another in the same browser. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openBrowser } from './test-browser.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

describe('continuing at another platform', () => {
  it('lists the account with its platform, and opens a session with one tap', async () => {
    const { uuid } = await testApp.makeUser({ platforms: ['student', 'school'], firstName: 'Maya' })
    const browser = openBrowser(testApp)
    const own = await browser.signIn(uuid)
    assert.equal(own.status, 200)
    const { data } = await browser.list('school')
    assert.deepEqual(
      data.accounts.map(({ fullName, entry, hasPassword, platforms }) => ({
        ...{ fullName, entry, hasPassword },
        platforms: platforms.map(({ platform }) => platform),
      })),
      [{ fullName: 'Maya Rao', entry: 'continue', hasPassword: true, platforms: ['student'] }],
    )
    const continued = await browser.continueAs(uuid, 'school')
    assert.equal(continued.status, 200, continued.text)
    assert.equal(continued.data.platform, 'school')
    const [first, second] = [own, continued].map((answer) => decodeJwt(answer.data.accessToken))
    assert.deepEqual([second?.auth_time, second?.amr], [first?.auth_time, first?.amr])
  })
})
