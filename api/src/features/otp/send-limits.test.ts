/** Tests how many codes, across all users, a network address and a device may request (N-22, N-88). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailCode, requestCode, solveCaptcha } from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

describe('code limits of an address and a device', () => {
  it('demands a captcha of a network address after twenty codes, whatever device id it sends', async () => {
    const from = (device: number) => ({
      headers: { 'x-forwarded-for': '198.51.100.1', 'x-device-id': `device-number-${device}` },
    })
    for (let count = 0; count < 20; count += 1)
      assert.equal((await mailCode(testApp, randomUUID(), from(count))).status, 200, `${count}`)
    const unsolved = await mailCode(testApp, randomUUID(), from(21))
    assert.equal(unsolved.code, 'captcha-needed')
    const captcha = await solveCaptcha(unsolved.text)
    const body = { medium: 'email', purpose: 'login', captcha } as const
    assert.equal((await requestCode(testApp, { ...body, user: randomUUID() }, from(21))).status, 200)
    const again = await requestCode(testApp, { ...body, user: randomUUID() }, from(22))
    assert.equal(again.code, 'captcha-refused', 'a solution passes once')
  })

  it('refuses a device more than ten codes, whatever its network address', async () => {
    const from = (count: number) => ({
      headers: { 'x-forwarded-for': `198.51.101.${count}`, 'x-device-id': 'device-of-a-pump' },
    })
    for (let count = 0; count < 10; count += 1)
      assert.equal((await mailCode(testApp, randomUUID(), from(count))).status, 200, `${count}`)
    const refused = await mailCode(testApp, randomUUID(), from(11))
    assert.deepEqual([refused.status, refused.code], [429, 'too-many-attempts'])
  })
})

describe('code limit of an unproven address', () => {
  it('counts codes for an unproven address across all known browsers together', async () => {
    const user = await testApp.makeUser()
    const { db } = testApp.services
    const signIn = () => {
      const body = { uuid: user.uuid, password: rightPassword, product: 'learning' } as const
      return testApp.call(login, { body })
    }
    const countSent = async () => {
      let sent = 0
      for (let browser = 0; browser < 4; browser += 1) {
        const cookie = String((await signIn()).headers['set-cookie']).split(';')[0] ?? ''
        const headers = { cookie, 'x-forwarded-for': '198.51.102.1' }
        if ((await mailCode(testApp, user.uuid, { headers })).status === 200) sent += 1
      }
      return sent
    }
    assert.equal(await countSent(), 4, 'each known browser has its own limit')
    await db
      .updateTable('emails')
      .set({ provenance: 'self_unverified' })
      .where('userId', '=', user.uuid)
      .execute()
    assert.equal(await countSent(), 1)
  })
})
