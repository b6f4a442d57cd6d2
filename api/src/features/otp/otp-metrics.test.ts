/** Tests the metrics of one-time codes and captchas. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  anotherCode,
  endWaits,
  mailCode,
  mailedCode,
  requestCode,
  solveCaptcha,
  tryCode,
} from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { smsPerDay: 1 } })
})
after(() => testApp.close())

async function figure(name: string, labels: string, at = testApp): Promise<number> {
  const text = await at.services.metrics.registry.metrics()
  const [, value] = text.split(`\n${name}{${labels}} `)
  return Number(value?.split('\n')[0] ?? 0)
}

const codes = (channel: string, result: string) =>
  figure('foyer_otp_codes_total', `channel="${channel}",result="${result}"`)
const captchas = (result: string) => figure('foyer_captchas_total', `limit="otp-verify",result="${result}"`)
const alarms = (alarm: string) => figure('foyer_alarms_total', `alarm="${alarm}"`)

describe('metrics of one-time codes', () => {
  it('counts sent, right and wrong codes, and none for unknown users', async () => {
    const user = await testApp.makeUser()
    await mailCode(testApp, 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f')
    assert.equal(await codes('email', 'sent'), 0)
    const right = await mailedCode(testApp, user)
    await tryCode(testApp, { ...right, otp: anotherCode(right.otp) })
    await tryCode(testApp, right)
    for (const result of ['sent', 'wrong', 'right']) assert.equal(await codes('email', result), 1, result)
  })

  it('counts the alarm of a used-up SMS limit once and shows 0 before', async () => {
    assert.match(
      await testApp.services.metrics.registry.metrics(),
      /foyer_alarms_total\{alarm="sms-used-up"\} 0/,
    )
    for (const phoneNumber of ['+919876500001', '+919876500002', '+919876500003']) {
      const { uuid } = await testApp.makeUser({ phoneNumber })
      await requestCode(testApp, { medium: 'sms', purpose: 'login', user: uuid })
    }
    assert.deepEqual([await codes('sms', 'sent'), await alarms('sms-used-up')], [1, 1])
  })

  it('counts asked, refused and solved captchas of code verification', async () => {
    const tryMadeUp = (more = {}) => tryCode(testApp, { token: 'ot_x', otp: '123456', ...more })
    let answer = await tryMadeUp()
    for (let count = 0; count < 40 && answer.code !== 'captcha-needed'; count += 1) answer = await tryMadeUp()
    assert.deepEqual([await captchas('asked'), await captchas('solved')], [1, 0])
    const refused = await tryMadeUp({ captcha: { value: 'e30=', type: 'invisible' } })
    assert.equal(refused.code, 'captcha-refused')
    assert.equal((await tryMadeUp({ captcha: await solveCaptcha(refused.text) })).code, 'otp-expired')
    assert.deepEqual(await Promise.all(['asked', 'refused', 'solved'].map(captchas)), [1, 1, 1])
    await endWaits(testApp)
  })
})
