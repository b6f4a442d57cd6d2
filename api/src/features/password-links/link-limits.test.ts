/** Tests how many links that set a password are sent to one user, from any browser or network (N-88). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { linkTo, messagesTo, openLink, partsOf, requestLink } from './test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

let made = 0

/** Returns headers of an unused network address. */
function newAddress() {
  made += 1
  return { headers: { 'x-forwarded-for': `198.51.100.${made}` } }
}

async function makeUnproven(userId: string): Promise<void> {
  const { db } = testApp.services
  await db.updateTable('emails').set({ provenance: 'self_unverified' }).where('userId', '=', userId).execute()
}

describe('limits of password links', () => {
  it('drops the fourth link of a user within an hour silently and keeps the third valid', async () => {
    const user = await testApp.makeUser()
    const costs = []
    for (let turn = 0; turn < 5; turn += 1) {
      const more = newAddress()
      costs.push(
        await testApp.countStatements(async () => {
          assert.equal((await requestLink(testApp, { email: user.email }, more)).status, 204)
        }),
      )
    }
    assert.equal(new Set(costs).size, 1, costs.join())
    assert.equal((await messagesTo(testApp, user.email)).length, 3)
    assert.equal((await openLink(testApp, partsOf(await linkTo(testApp, user.email)))).status, 200)
  })

  it('sends a user at most six links a day', async () => {
    const user = await testApp.makeUser()
    for (let turn = 0; turn < 8; turn += 1) {
      await requestLink(testApp, { email: user.email }, newAddress())
      await sql`delete from attempts where key like 'reset-links:3600:%'`.execute(testApp.services.db)
    }
    assert.equal((await messagesTo(testApp, user.email)).length, 6)
  })

  it('does not count links that the hourly limit dropped for the day', async () => {
    const user = await testApp.makeUser()
    for (let turn = 0; turn < 10; turn += 1) await requestLink(testApp, { email: user.email }, newAddress())
    assert.equal((await messagesTo(testApp, user.email)).length, 3)
    await sql`delete from attempts where key like 'reset-links:3600:%'`.execute(testApp.services.db)
    await requestLink(testApp, { email: user.email }, newAddress())
    assert.equal((await messagesTo(testApp, user.email)).length, 4, 'a dropped link does not count')
  })

  it('does not count requests with made-up links against the user they name', async () => {
    const user = await testApp.makeUser()
    const link = { purpose: 'reset' as const, uuid: user.uuid, token: 'rs_made-up', timestamp: '1' }
    for (let turn = 0; turn < 8; turn += 1) await requestLink(testApp, { link }, newAddress())
    await requestLink(testApp, { email: user.email }, newAddress())
    assert.equal((await messagesTo(testApp, user.email)).length, 1)
  })

  it('counts links separately in a known browser if the address is proven', async () => {
    for (const isProven of [true, false]) {
      const user = await testApp.makeUser()
      if (!isProven) await makeUnproven(user.uuid)
      const body = { uuid: user.uuid, password: rightPassword, product: 'learning' } as const
      const signedIn = await testApp.call(login, { body }, newAddress())
      const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
      for (let turn = 0; turn < 8; turn += 1) await requestLink(testApp, { email: user.email }, newAddress())
      const headers = { ...newAddress().headers, cookie }
      await requestLink(testApp, { email: user.email }, { headers })
      const links = (await messagesTo(testApp, user.email)).filter(
        ({ template }) => template === 'reset-password',
      )
      assert.equal(links.length, isProven ? 4 : 3)
    }
  })

  it('counts links by mail and SMS together', async () => {
    const phoneNumber = '+919876561000'
    const user = await testApp.makeUser({ phoneNumber })
    for (const body of [
      { email: user.email },
      { phone: phoneNumber },
      { email: user.email },
      { phone: phoneNumber },
    ])
      await requestLink(testApp, body, newAddress())
    const count =
      (await messagesTo(testApp, user.email)).length + (await messagesTo(testApp, phoneNumber)).length
    assert.equal(count, 3)
  })
})
