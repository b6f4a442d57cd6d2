/** Tests captchas of every vendor: accepted once, refused if forged or foreign, replaced during an outage (N-34). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { captchaVendors, getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { findUser } from '@foyer/contract/routes/sign-in'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { VendorCaptchaSettings } from '../../kernel/config/config.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openTestVendor, type TestVendor, vendorSecret } from './test-vendor.ts'

const siteKey = 'the-key-of-the-site'

/** Opens a test app, and looks up users until a captcha is due for the caller's address. */
async function openWithCaptchaDue(
  settings: Partial<VendorCaptchaSettings> & Pick<VendorCaptchaSettings, 'vendor'>,
) {
  const captchaVendor = { siteKey, secret: vendorSecret, verifyUrl: null, minScore: 0.5, ...settings }
  const testApp = await openTestApp({ config: { captchaVendor } })
  for (let count = 0; count < 30; count += 1) assert.equal((await lookUp(testApp)).code, 'user-not-found')
  return testApp
}

async function lookUp(testApp: TestApp, value?: string) {
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
  describe(`${vendor} captcha`, () => {
    let testApp: TestApp
    let testVendor: TestVendor
    before(async () => {
      testVendor = await openTestVendor(vendor)
      testApp = await openWithCaptchaDue({ vendor, verifyUrl: testVendor.verifyUrl })
    })
    after(async () => {
      await testApp.close()
      await testVendor.close()
    })

    it('names the vendor, its site key and the action in the challenge, and never its secret', async () => {
      const answer = await lookUp(testApp)
      assert.deepEqual(
        [answer.status, answer.code, answer.message],
        [400, 'captcha-needed', 'Please verify the captcha'],
      )
      assert.deepEqual(answer.challenge, { vendor, siteKey, action: 'users_fetch' })
      assert.doesNotMatch(answer.text, new RegExp(vendorSecret))
    })

    it('offers no challenge to fetch ahead while a vendor is configured', async () => {
      const ahead = await testApp.call(getCaptchaChallenge, { query: { action: 'sign_up' } })
      assert.deepEqual([ahead.status, ahead.code], [404, 'not-found'])
    })

    it('accepts a token of the vendor once', async () => {
      const token = testVendor.make()
      testVendor.received.length = 0
      assert.equal((await lookUp(testApp, token)).code, 'user-not-found')
      const [form] = testVendor.received
      assert.equal(form?.get('response'), token)
      assert.equal(form?.get('remoteip'), null)
      assert.equal(form?.get('sitekey'), vendor === 'hcaptcha' ? siteKey : null)
      const again = await lookUp(testApp, token)
      assert.deepEqual([again.status, again.code, again.fields], [400, 'captcha-refused', refusal])
      assert.deepEqual(again.challenge, { vendor, siteKey, action: 'users_fetch' })
    })

    it('refuses vendor tokens that are made up, of another host, too old or from the future', async () => {
      const bad = [
        'made-up',
        testVendor.make({ hostname: 'evil.example' }),
        testVendor.make({ hostname: '' }),
        testVendor.make({ ageMs: 301_000 }),
        testVendor.make({ ageMs: -120_000 }),
      ]
      for (const token of bad) {
        const answer = await lookUp(testApp, token)
        assert.deepEqual([answer.code, answer.fields], ['captcha-refused', refusal])
      }
    })

    it('refuses tokens of another action or with a low score if the vendor reports them', async () => {
      const other = await lookUp(testApp, testVendor.make({ action: 'login' }))
      const knowsActions = vendor === 'turnstile' || vendor === 'recaptcha'
      assert.equal(other.code, knowsActions ? 'captcha-refused' : 'user-not-found')
      const machine = await lookUp(testApp, testVendor.make({ score: 0.4 }))
      assert.equal(machine.code, vendor === 'recaptcha' ? 'captcha-refused' : 'user-not-found')
    })
  })
}

describe('captcha vendor that accepts a used token', () => {
  it('accepts one of ten requests with the same vendor token', async () => {
    const testVendor = await openTestVendor('hcaptcha')
    testVendor.fault = (response) => {
      const challenge_ts = new Date().toISOString()
      response.end(JSON.stringify({ success: true, hostname: 'localhost', challenge_ts }))
    }
    const testApp = await openWithCaptchaDue({ vendor: 'hcaptcha', verifyUrl: testVendor.verifyUrl })
    const answers = await Promise.all(Array.from({ length: 10 }, () => lookUp(testApp, 'one-token')))
    const codes = answers.map(({ code }) => code).sort()
    assert.deepEqual(codes, [...Array(9).fill('captcha-refused'), 'user-not-found'])
    await testApp.close()
    await testVendor.close()
  })
})

describe('unavailable captcha vendor', () => {
  let testVendor: TestVendor
  let testApp: TestApp
  beforeEach(async () => {
    testVendor = await openTestVendor('turnstile')
    testApp = await openWithCaptchaDue({ vendor: 'turnstile', verifyUrl: testVendor.verifyUrl })
  })
  async function close() {
    await testApp.close()
    await testVendor.close()
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
    it(`replaces a vendor that fails (${name}) with our challenge, one level harder`, async () => {
      testVendor.fault = fault
      const answer = await lookUp(testApp, testVendor.make())
      assert.deepEqual([answer.status, answer.code, answer.fields], [400, 'captcha-refused', refusal])
      assert.equal(answer.challenge.parameters.data.level, 2)
      assert.equal((await lookUp(testApp, await solve(answer.challenge))).code, 'user-not-found')
      await close()
    })
  }

  it('follows no redirect of a vendor and waits three seconds for a slow answer', async () => {
    const elsewhere = await openTestVendor('turnstile')
    testVendor.fault = (response) => response.writeHead(307, { location: elsewhere.verifyUrl }).end()
    assert.equal((await lookUp(testApp, testVendor.make())).code, 'captcha-refused')
    assert.equal(elsewhere.received.length, 0)
    await elsewhere.close()

    const slow: NonNullable<TestVendor['fault']>[] = [
      () => {},
      (response) => {
        const timer = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(timer))
      },
    ]
    for (const fault of slow) {
      testVendor.fault = fault
      const startedAt = performance.now()
      assert.equal((await lookUp(testApp, testVendor.make())).code, 'captcha-refused')
      const took = performance.now() - startedAt
      assert.ok(took > 2_500, `${took} ms`)
    }
    await close()
  })

  it('stops reading an answer of ten megabytes from a vendor', async () => {
    let sent = 0
    testVendor.fault = (response) => {
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
    assert.equal((await lookUp(testApp, testVendor.make())).code, 'captcha-refused')
    await close()
    assert.ok(sent < 10_000_000, `${sent} bytes left the vendor`)
  })

  it('sends no token to a vendor after five failures and offers our challenge instead', async () => {
    testVendor.fault = (response) => response.writeHead(500).end()
    for (let count = 0; count < 5; count += 1) await lookUp(testApp, testVendor.make())
    assert.equal(testVendor.received.length, 5)
    testVendor.fault = null
    const answer = await lookUp(testApp)
    assert.deepEqual([answer.code, answer.challenge.parameters.data.level], ['captcha-needed', 2])
    assert.equal((await lookUp(testApp, testVendor.make())).code, 'captcha-refused')
    assert.equal((await lookUp(testApp, await solve(answer.challenge))).code, 'user-not-found')
    assert.equal(testVendor.received.length, 5)
    await close()
  })

  it('accepts no solution of our challenge while the vendor answers', async () => {
    const challenge = await testApp.services.proofOfWork.challenge(4)
    const answer = await lookUp(testApp, await solve(challenge))
    assert.deepEqual([answer.code, answer.challenge.vendor], ['captcha-refused', 'turnstile'])
    await close()
  })
})
