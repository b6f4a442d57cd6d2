/** How many links that set a password go out to one person, whoever asks for them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'
import { askLink, linkTo, look, messagesTo, partsOf } from './test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

let made = 0

/** Every link of these tests is asked for from another address. */
function elsewhere() {
  made += 1
  return { headers: { 'x-forwarded-for': `198.51.100.${made}` } }
}

async function makeUnproven(userId: string): Promise<void> {
  const { db } = testApp.services
  await db.updateTable('emails').set({ provenance: 'self_unverified' }).where('userId', '=', userId).execute()
}

describe('people who were sent enough links', () => {
  it('are who asks for the fourth within the hour: without a word, and the third works', async () => {
    const user = await testApp.makeUser()
    const costs = []
    for (let turn = 0; turn < 5; turn += 1) {
      const more = elsewhere()
      costs.push(
        await testApp.countStatements(async () => {
          assert.equal((await askLink(testApp, { email: user.email }, more)).status, 204)
        }),
      )
    }
    assert.equal(new Set(costs).size, 1, costs.join())
    assert.equal((await messagesTo(testApp, user.email)).length, 3)
    assert.equal((await look(testApp, partsOf(await linkTo(testApp, user.email)))).status, 200)
  })

  it('are sent six a day', async () => {
    const user = await testApp.makeUser()
    for (let turn = 0; turn < 8; turn += 1) {
      await askLink(testApp, { email: user.email }, elsewhere())
      await sql`delete from attempts where key like 'reset-links:3600:%'`.execute(testApp.services.db)
    }
    assert.equal((await messagesTo(testApp, user.email)).length, 6)
  })

  it('are still sent more that day when somebody asks often within one hour', async () => {
    const user = await testApp.makeUser()
    for (let turn = 0; turn < 10; turn += 1) await askLink(testApp, { email: user.email }, elsewhere())
    assert.equal((await messagesTo(testApp, user.email)).length, 3)
    await sql`delete from attempts where key like 'reset-links:3600:%'`.execute(testApp.services.db)
    await askLink(testApp, { email: user.email }, elsewhere())
    assert.equal((await messagesTo(testApp, user.email)).length, 4, 'what was dropped does not count')
  })

  it('are sent as ever when somebody asks with made-up links of theirs', async () => {
    const user = await testApp.makeUser()
    const link = { purpose: 'reset' as const, uuid: user.uuid, token: 'rs_made-up', timestamp: '1' }
    for (let turn = 0; turn < 8; turn += 1) await askLink(testApp, { link }, elsewhere())
    await askLink(testApp, { email: user.email }, elsewhere())
    assert.equal((await messagesTo(testApp, user.email)).length, 1)
  })

  it('have links of their own in a browser where they signed in before, once theirs is proven', async () => {
    for (const isProven of [true, false]) {
      const user = await testApp.makeUser()
      if (!isProven) await makeUnproven(user.uuid)
      const body = { uuid: user.uuid, password: rightPassword, product: 'learning' } as const
      const entered = await testApp.call(login, { body }, elsewhere())
      const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
      for (let turn = 0; turn < 8; turn += 1) await askLink(testApp, { email: user.email }, elsewhere())
      const headers = { ...elsewhere().headers, cookie }
      await askLink(testApp, { email: user.email }, { headers })
      const links = (await messagesTo(testApp, user.email)).filter(
        ({ template }) => template === 'reset-password',
      )
      assert.equal(links.length, isProven ? 4 : 3)
    }
  })

  it('share their limit over mail and SMS', async () => {
    const phoneNumber = '+919876561000'
    const user = await testApp.makeUser({ phoneNumber })
    for (const body of [
      { email: user.email },
      { phone: phoneNumber },
      { email: user.email },
      { phone: phoneNumber },
    ])
      await askLink(testApp, body, elsewhere())
    const count =
      (await messagesTo(testApp, user.email)).length + (await messagesTo(testApp, phoneNumber)).length
    assert.equal(count, 3)
  })
})
