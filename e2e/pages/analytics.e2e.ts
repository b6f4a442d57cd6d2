import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, password, signIn, signOut, test, typeIdentifier } from '../browser.ts'
import { codeField } from '../sign-in/otp-step.ts'
import { reachPasswordStep, typePasswords } from '../sign-up/sign-up-steps.ts'
import { collectorUrl, demoUrl } from '../test-installation.ts'
import { createUser, newestCode } from '../test-users.ts'

type AnalyticsCall = { path: string; body: Record<string, unknown>; isBearer: boolean; status: number }

/** Records every analytics call from here on, in order, with the status of its answer. */
function recordCalls(page: Page): AnalyticsCall[] {
  const calls: AnalyticsCall[] = []
  page.on('response', (response) => {
    const request = response.request()
    const [, path] = /\/api\/analytics\/(.*)$/.exec(request.url()) ?? []
    if (path === undefined) return
    const isBearer = (request.headers().authorization ?? '').startsWith('Bearer ')
    calls.push({ path, body: request.postDataJSON(), isBearer, status: response.status() })
  })
  return calls
}

type Collected = { device_id: string; event?: string; payload?: object; traits?: { email: string } }

/** Everything that the collector received from the device on which the user signed in. */
async function collectedFor(request: APIRequestContext, email: string): Promise<Collected[]> {
  const answer = await request.get(collectorUrl)
  const all = (await answer.json()) as Collected[]
  const device = all.find(({ traits }) => traits?.email === email)?.device_id
  return all.filter(({ device_id }) => device_id === device)
}

/** Creates a user who has agreed to analytics; returns their email. */
async function createAgreeingUser(request: APIRequestContext, platform: Platform): Promise<string> {
  const email = await createUser(request, { platform, hasPassword: true })
  const { product } = platformRow(platform)
  const found = await request.post('/api/auth/users/fetch', { data: { user_id: email, product, platform } })
  const { uuid } = (await found.json()).data
  const entered = await request.post('/api/auth/sso/login', { data: { uuid, password, product, platform } })
  const headers = { authorization: `Bearer ${(await entered.json()).data.access_token}` }
  const { data } = await (await request.get('/api/auth/users/settings', { headers })).json()
  const agreed = { ...data, analytics_consent: true }
  const changed = await request.put('/api/auth/users/settings', { headers, data: agreed })
  expect(changed.status()).toBe(200)
  return email
}

function eventsIn(calls: readonly AnalyticsCall[]): unknown[] {
  return calls
    .flatMap(({ path, body }) =>
      path === 'events' ? (body.events as { event: string; payload: unknown }[]) : [],
    )
    .map(({ event, payload }) => [event, payload])
}

// The first two tests stay on this site. A call sent while the page unloads shows only at the collector.
test('analytics receives the user, the method of sign-in and the sign-out, but never a page address', async ({
  page,
  request,
}) => {
  const calls = recordCalls(page)
  const email = await createAgreeingUser(request, 'professor')
  await page.goto('/?platform=professor&return=account&utm_source=secret-source')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/account\?/)
  await expect.poll(() => calls.length).toBe(5)
  expect(calls.find(({ path }) => path === 'identify')?.body).toMatchObject({
    email,
    first_name: 'Ravi',
    last_name: 'Kumar',
  })
  expect(calls.filter(({ path }) => path === 'attributes').map(({ body }) => body)).toEqual(
    expect.arrayContaining([
      { name: 'email', value: email },
      { name: 'first_name', value: 'Ravi' },
      { name: 'last_name', value: 'Kumar' },
    ]),
  )
  expect(calls.filter(({ isBearer }) => isBearer)).toHaveLength(4)
  expect(eventsIn(calls)).toEqual([['sign_in', { platform: 'professor', method: 'password' }]])

  await signOut(page)
  await expect(page).toHaveURL(/\/\?platform=professor/)
  await expect
    .poll(() => collectedFor(request, email))
    .toContainEqual(expect.objectContaining({ event: 'logout', payload: { platform: 'professor' } }))
  expect(JSON.stringify(await collectedFor(request, email))).not.toContain('secret-source')
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([204]))
})

test('analytics receives an event for a sent code and one for the sign-in with it', async ({
  page,
  request,
}) => {
  const calls = recordCalls(page)
  const email = await createAgreeingUser(request, 'professor')
  await page.goto('/?platform=professor&return=account')
  await typeIdentifier(page, email)
  await page.getByRole('button', { name: 'Sign in with OTP' }).click()
  await codeField(page).fill(await newestCode(request, email))
  await expect(page).toHaveURL(/\/account\?/)
  await expect
    .poll(() => eventsIn(calls))
    .toEqual([
      ['otp_sent', { platform: 'professor', medium: 'email' }],
      ['sign_in', { platform: 'professor', method: 'otp' }],
    ])
  const paths = () => calls.map(({ path }) => path).filter((path) => path !== 'events')
  await expect.poll(() => paths().sort()).toEqual(['attributes', 'attributes', 'attributes', 'identify'])
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([204]))
})

test('the collector receives user and event even though the browser moves on to a platform', async ({
  page,
  request,
}) => {
  const email = await createAgreeingUser(request, 'student')
  // The page leaves without waiting for the agreement, which a slow answer would keep from it.
  const agreement = page.waitForResponse('**/api/auth/users/settings')
  await page.route('**/api/auth/codes', async (route) => {
    await (await agreement).finished()
    await route.continue()
  })
  await page.goto('/?platform=student')
  await signIn(page, email)
  await expect(page).toHaveURL(`${demoUrl}/`)
  const payload = { platform: 'student', method: 'password' }
  const traits = { email, first_name: 'Ravi', last_name: 'Kumar' }
  await expect
    .poll(() => collectedFor(request, email))
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'identify', traits }),
        expect.objectContaining({ type: 'attribute', name: 'email', value: email }),
        expect.objectContaining({ type: 'event', event: 'sign_in', payload }),
      ]),
    )
})

test('analytics receives nothing that names a user who has not agreed', async ({ page, request }) => {
  const calls = recordCalls(page)
  const devices: (string | undefined)[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/api/analytics/')) devices.push(sent.headers()['x-device-id'])
  })
  const email = await createUser(request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor&return=account')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/account\?/)
  await expect
    .poll(() => eventsIn(calls))
    .toEqual([['sign_in', { platform: 'professor', method: 'password' }]])
  await signOut(page)
  await expect(page).toHaveURL(/\/\?platform=professor/)
  expect(calls.filter(({ path }) => path !== 'events')).toEqual([])
  expect(devices.filter(Boolean)).toEqual([])
})

test.describe('failing analytics', () => {
  test.use({ allowed: { errors: [/status of 500/, /Analytics did not take/] } })

  test('a user signs in while every analytics call fails', async ({ page, request }) => {
    await page.context().route('**/api/analytics/**', (route) => route.fulfill({ status: 500 }))
    await page.goto('/?platform=student')
    await signIn(page, await createUser(request, { hasPassword: true }))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
})

test.describe('tracker blocker', () => {
  test.use({ allowed: { errors: [/ERR_BLOCKED_BY_CLIENT/, /did not/] } })
  test.beforeEach(({ page }) =>
    page.route(/analytics|fingerprint|track/, (route) => route.abort('blockedbyclient')),
  )

  test('a user signs in while a blocker stops scripts named like trackers', async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto('/?platform=student')
    await signIn(page, email)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test('a user signs up while a blocker stops scripts named like trackers', async ({ page }) => {
    await reachPasswordStep(page)
    await typePasswords(page)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
})
