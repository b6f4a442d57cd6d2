/** How many codes one address and one device may ask for, for whomever (N-22). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'
import { askCode, mailCode, solveCaptcha } from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

describe('codes for ever other people', () => {
  it('cost an address a puzzle from the 21st on, whatever device it claims to be', async () => {
    const from = (device: number) => ({
      headers: { 'x-forwarded-for': '198.51.100.1', 'x-device-id': `device-number-${device}` },
    })
    for (let count = 0; count < 20; count += 1)
      assert.equal((await mailCode(testApp, randomUUID(), from(count))).status, 200, `${count}`)
    const asked = await mailCode(testApp, randomUUID(), from(21))
    assert.equal(asked.code, 'captcha-needed')
    const captcha = await solveCaptcha(asked.text)
    const body = { medium: 'email', purpose: 'login', captcha } as const
    assert.equal((await askCode(testApp, { ...body, user: randomUUID() }, from(21))).status, 200)
    const again = await askCode(testApp, { ...body, user: randomUUID() }, from(22))
    assert.equal(again.code, 'captcha-refused', 'a solution passes once')
  })

  it('are refused to a device from the eleventh on, whatever its address', async () => {
    const from = (count: number) => ({
      headers: { 'x-forwarded-for': `198.51.101.${count}`, 'x-device-id': 'device-of-a-pump' },
    })
    for (let count = 0; count < 10; count += 1)
      assert.equal((await mailCode(testApp, randomUUID(), from(count))).status, 200, `${count}`)
    const refused = await mailCode(testApp, randomUUID(), from(11))
    assert.deepEqual([refused.status, refused.code], [429, 'too-many-attempts'])
  })
})

describe('codes for an address that nobody has proven', () => {
  it('are counted together in whatever browsers its password signs in, so that none fills the mailbox', async () => {
    const user = await testApp.makeUser()
    const { db } = testApp.services
    const entered = () => {
      const body = { uuid: user.uuid, password: rightPassword, product: 'learning' } as const
      return testApp.call(login, { body })
    }
    const countSent = async () => {
      let sent = 0
      for (let browser = 0; browser < 4; browser += 1) {
        const cookie = String((await entered()).headers['set-cookie']).split(';')[0] ?? ''
        const headers = { cookie, 'x-forwarded-for': '198.51.102.1' }
        if ((await mailCode(testApp, user.uuid, { headers })).status === 200) sent += 1
      }
      return sent
    }
    assert.equal(await countSent(), 4, 'a browser of their own each, where it is theirs')
    await db
      .updateTable('emails')
      .set({ provenance: 'self_unverified' })
      .where('userId', '=', user.uuid)
      .execute()
    assert.equal(await countSent(), 1)
  })
})
