import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { captchaVendors, getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { findUser } from '@foyer/contract/routes/sign-in'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { VendorCaptchaSettings } from '../config/config.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { openTestVendor, type TestVendor, vendorSecret } from './test-vendor.ts'

const siteKey = 'the-key-of-the-site'

/** From one address it asks so often that a captcha is due. */
async function openDue(settings: Partial<VendorCaptchaSettings> & Pick<VendorCaptchaSettings, 'vendor'>) {
  const captchaVendor = { siteKey, secret: vendorSecret, verifyUrl: null, minScore: 0.5, ...settings }
  const testApp = await openTestApp({ config: { captchaVendor } })
  for (let count = 0; count < 30; count += 1) assert.equal((await look(testApp)).code, 'user-not-found')
  return testApp
}

async function look(testApp: TestApp, value?: string) {
  const captcha = value === undefined ? undefined : ({ value, type: 'invisible' } as const)
  const body = { userId: 'nobody@example.com', product: 'learning', ...(captcha && { captcha }) } as const
  const answer = await testApp.call(findUser, { body })
  return { ...answer, challenge: answer.text ? JSON.parse(answer.text).errors?.challenge : undefined }
}

async function solve(challenge: unknown): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const refusal = { invalidCaptcha: ['Verification failed, please try again later'] }

for (const vendor of captchaVendors) {
  describe(vendor, () => {
    let testApp: TestApp
    let stand: TestVendor
    before(async () => {
      stand = await openTestVendor(vendor)
      testApp = await openDue({ vendor, verifyUrl: stand.verifyUrl })
    })
    after(async () => {
      await testApp.close()
      await stand.close()
    })

    it('is asked for by name, with what its widget needs and never the secret', async () => {
      const answer = await look(testApp)
      assert.deepEqual(
        [answer.status, answer.code, answer.message],
        [400, 'captcha-needed', 'Please verify the captcha'],
      )
      assert.deepEqual(answer.challenge, { vendor, siteKey, action: 'users_fetch' })
      assert.doesNotMatch(answer.text, new RegExp(vendorSecret))
    })

    it('leaves nothing to solve ahead', async () => {
      const ahead = await testApp.call(getCaptchaChallenge, { query: { action: 'sign_up' } })
      assert.deepEqual([ahead.status, ahead.code], [404, 'not-found'])
    })

    it('passes a token it made, once', async () => {
      const token = stand.make()
      stand.asked.length = 0
      assert.equal((await look(testApp, token)).code, 'user-not-found')
      const [form] = stand.asked
      assert.equal(form?.get('response'), token)
      assert.equal(form?.get('remoteip'), null)
      assert.equal(form?.get('sitekey'), vendor === 'hcaptcha' ? siteKey : null)
      const again = await look(testApp, token)
      assert.deepEqual([again.status, again.code, again.fields], [400, 'captcha-refused', refusal])
      assert.deepEqual(again.challenge, { vendor, siteKey, action: 'users_fetch' })
    })

    it('refuses tokens that are made up, of another host, too old or from the future', async () => {
      const bad = [
        'made-up',
        stand.make({ hostname: 'evil.example' }),
        stand.make({ hostname: '' }),
        stand.make({ ageMs: 301_000 }),
        stand.make({ ageMs: -120_000 }),
      ]
      for (const token of bad) {
        const answer = await look(testApp, token)
        assert.deepEqual([answer.code, answer.fields], ['captcha-refused', refusal])
      }
    })

    it('refuses tokens of another action, or of what is probably a machine, where it tells', async () => {
      const other = await look(testApp, stand.make({ action: 'login' }))
      const knowsActions = vendor === 'turnstile' || vendor === 'recaptcha'
      assert.equal(other.code, knowsActions ? 'captcha-refused' : 'user-not-found')
      const machine = await look(testApp, stand.make({ score: 0.4 }))
      assert.equal(machine.code, vendor === 'recaptcha' ? 'captcha-refused' : 'user-not-found')
    })
  })
}

describe('a vendor that calls a used token good', () => {
  it('is not believed twice, however many come at once', async () => {
    const stand = await openTestVendor('hcaptcha')
    stand.fault = (response) => {
      const challenge_ts = new Date().toISOString()
      response.end(JSON.stringify({ success: true, hostname: 'localhost', challenge_ts }))
    }
    const testApp = await openDue({ vendor: 'hcaptcha', verifyUrl: stand.verifyUrl })
    const answers = await Promise.all(Array.from({ length: 10 }, () => look(testApp, 'one-token')))
    const codes = answers.map(({ code }) => code).sort()
    assert.deepEqual(codes, [...Array(9).fill('captcha-refused'), 'user-not-found'])
    await testApp.close()
    await stand.close()
  })
})

describe('a vendor that is away', () => {
  let stand: TestVendor
  let testApp: TestApp
  beforeEach(async () => {
    stand = await openTestVendor('turnstile')
    testApp = await openDue({ vendor: 'turnstile', verifyUrl: stand.verifyUrl })
  })
  async function close() {
    await testApp.close()
    await stand.close()
  }

  const faults: [string, NonNullable<TestVendor['fault']>][] = [
    ['500', (response) => response.writeHead(500).end('{"success":true}')],
    ['a page', (response) => response.end('<h1>Welcome to the Wi-Fi</h1>')],
    ['another shape', (response) => response.end('{"success":"yes"}')],
    [
      'a wrong secret',
      (response) => response.end('{"success":false,"error-codes":["invalid-input-secret"]}'),
    ],
    ['a cut connection', (response) => response.destroy()],
  ]
  for (const [name, fault] of faults) {
    it(`(${name}) is stood in for by a puzzle, one level harder than ours would be`, async () => {
      stand.fault = fault
      const answer = await look(testApp, stand.make())
      assert.deepEqual([answer.status, answer.code, answer.fields], [400, 'captcha-refused', refusal])
      assert.equal(answer.challenge.parameters.data.level, 2)
      assert.equal((await look(testApp, await solve(answer.challenge))).code, 'user-not-found')
      await close()
    })
  }

  it('by a redirect is not followed, and by hanging or dripping costs three seconds', async () => {
    const elsewhere = await openTestVendor('turnstile')
    stand.fault = (response) => response.writeHead(307, { location: elsewhere.verifyUrl }).end()
    assert.equal((await look(testApp, stand.make())).code, 'captcha-refused')
    assert.equal(elsewhere.asked.length, 0)
    await elsewhere.close()

    const slow: NonNullable<TestVendor['fault']>[] = [
      () => {},
      (response) => {
        const timer = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(timer))
      },
    ]
    for (const fault of slow) {
      stand.fault = fault
      const startedAt = performance.now()
      assert.equal((await look(testApp, stand.make())).code, 'captcha-refused')
      const took = performance.now() - startedAt
      assert.ok(took > 2_500 && took < 10_000, `${took} ms`)
    }
    await close()
  })

  it('by ten megabytes is cut off, its memory with it', async () => {
    let sent = 0
    stand.fault = (response) => {
      const chunk = Buffer.alloc(65_536, ' ')
      function more(): void {
        while (sent < 10_000_000 && !response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return
        }
        if (!response.destroyed) response.end('{"success":true}')
      }
      response.on('drain', more)
      more()
    }
    assert.equal((await look(testApp, stand.make())).code, 'captcha-refused')
    await close()
    assert.ok(sent < 10_000_000, `${sent} bytes left the vendor`)
  })

  it('five times is left alone: puzzles are offered at once, and a token is not sent to it', async () => {
    stand.fault = (response) => response.writeHead(500).end()
    for (let count = 0; count < 5; count += 1) await look(testApp, stand.make())
    assert.equal(stand.asked.length, 5)
    stand.fault = null
    const answer = await look(testApp)
    assert.deepEqual([answer.code, answer.challenge.parameters.data.level], ['captcha-needed', 2])
    assert.equal((await look(testApp, stand.make())).code, 'captcha-refused')
    assert.equal((await look(testApp, await solve(answer.challenge))).code, 'user-not-found')
    assert.equal(stand.asked.length, 5)
    await close()
  })

  it('not: no puzzle passes in its place', async () => {
    const challenge = await testApp.services.proofOfWork.challenge(4)
    const answer = await look(testApp, await solve(challenge))
    assert.deepEqual([answer.code, answer.challenge.vendor], ['captcha-refused', 'turnstile'])
    await close()
  })
})
