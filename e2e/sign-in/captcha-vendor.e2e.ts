/** Tests a captcha vendor with a separate service, a fake vendor script and a fake verification server. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ServiceProcess, startServiceProcess } from '../../scripts/service-process.ts'
import { expect, refusedRequests, test, typeIdentifier } from '../browser.ts'
import { testPorts } from '../ports.ts'
import { installationEnv } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

const { captchaAccounts: port } = testPorts
const baseUrl = `http://localhost:${port}`
const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Imitates Turnstile: adds an element and calls back 50 ms later. */
const vendorScript = `
  window.turnstile = {
    render(container, { sitekey, action, callback }) {
      container.append(document.createElement('span'))
      container.style.minHeight = '1px'
      setTimeout(() => callback([sitekey, action, crypto.randomUUID()].join('.')), 50)
      return 'widget'
    },
    remove() {},
  }`

// The tests and the page's content security policy cause these errors on purpose.
test.use({ baseURL: baseUrl, allowed: { errors: [refusedRequests, /net::ERR_FAILED/, /TrustedScriptURL/] } })
// Each run has its own IP address, because the service counts the calls of an address for 10 minutes.
test.use({ extraHTTPHeaders: { 'x-forwarded-for': `10.0.${randomInt(256)}.${randomInt(256)}` } })

let service: ServiceProcess
let verifier: Server
const verified: string[] = []

test.beforeAll(async () => {
  verifier = createServer(async (request, response) => {
    const form = new URLSearchParams((await request.setEncoding('utf8').toArray()).join(''))
    const token = form.get('response') ?? ''
    verified.push(token)
    const answer = { success: true, hostname: 'localhost', action: token.split('.')[1] }
    response.end(JSON.stringify({ ...answer, challenge_ts: new Date().toISOString() }))
  }).listen(0, '127.0.0.1')
  await once(verifier, 'listening')
  const { port: verifyPort } = verifier.address() as AddressInfo
  service = startServiceProcess({
    stdout: 'inherit',
    stderr: 'inherit',
    hasChannel: true,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_FOLDER: `${installationEnv.DATA_FOLDER}-captcha-${port}`,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      CAPTCHA: 'turnstile',
      CAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_SECRET: 'secret-key',
      CAPTCHA_VERIFY_URL: `http://127.0.0.1:${verifyPort}/siteverify`,
    },
  })
  await service.until(service.hasReported)
})

test.afterAll(async () => {
  verifier.close()
  await service.stop()
})

/** Looks up unknown users until a captcha is due. */
async function lookUpMany(page: Parameters<typeof typeIdentifier>[0]): Promise<void> {
  await page.goto('/?platform=student')
  for (let count = 0; count < 4; count += 1) {
    const answered = page.waitForResponse('**/api/auth/users/fetch')
    await typeIdentifier(page, `unknown${count}@example.com`)
    await answered
    await expect(page.locator('#username-error')).toContainText('We could not find an account')
  }
}

test('the vendor’s script alone can load, only when a captcha is due and again after it was blocked, and solves it unseen', async ({
  page,
}) => {
  let isBlocked = true
  const loaded: string[] = []
  await page.route('https://challenges.cloudflare.com/**', (route) => {
    loaded.push(route.request().url())
    return isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: vendorScript })
  })
  const email = await createUser(page.request, { hasPassword: true })
  await lookUpMany(page)
  expect(loaded).toEqual([])
  await typeIdentifier(page, email)
  await expect(page.getByRole('alert').first()).toContainText('Please verify the captcha')
  await expect(page.getByLabel('Email or phone number')).toHaveValue(email)
  expect(loaded).toEqual([scriptUrl])
  expect(verified).toEqual([])

  isBlocked = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ravi')
  expect(loaded).toEqual([scriptUrl, scriptUrl])
  expect(verified).toEqual([expect.stringMatching(/^site-key\.users_fetch\./)])

  const refused = await page.evaluate(() => {
    try {
      document.createElement('script').src = 'https://challenges.cloudflare.com/other.js'
      return false
    } catch {
      return true
    }
  })
  expect(refused).toBe(true)
})
