import type { APIRequestContext, Page } from '@playwright/test'
import { expect, signIn, test, typeIdentifier } from '../browser.ts'
import { codeTo, newPerson } from '../people.ts'
import { codeField } from '../sign-in/otp-step.ts'
import { toPassword, typePasswords } from '../sign-up/sign-up-steps.ts'
import { collectorUrl, demoUrl } from '../test-installation.ts'

type Told = { path: string; body: Record<string, unknown>; isBearer: boolean; status: number }

/** What analytics is told from here on, in order, and what the service answers. */
function listen(page: Page): Told[] {
  const told: Told[] = []
  page.on('response', (response) => {
    const request = response.request()
    const [, path] = /\/api\/analytics\/(.*)$/.exec(request.url()) ?? []
    if (path === undefined) return
    const isBearer = (request.headers().authorization ?? '').startsWith('Bearer ')
    told.push({ path, body: request.postDataJSON(), isBearer, status: response.status() })
  })
  return told
}

type Collected = { device_id: string; event?: string; payload?: object; traits?: { email: string } }

/** What came out at the other end of the device at which this person signed in. */
async function collectedOf(request: APIRequestContext, email: string): Promise<Collected[]> {
  const answer = await request.get(collectorUrl)
  const all = (await answer.json()) as Collected[]
  const device = all.find(({ traits }) => traits?.email === email)?.device_id
  return all.filter(({ device_id }) => device_id === device)
}

function eventsIn(told: readonly Told[]): unknown[] {
  return told
    .flatMap(({ path, body }) =>
      path === 'events' ? (body.events as { event: string; payload: unknown }[]) : [],
    )
    .map(({ event, payload }) => [event, payload])
}

// The first two stay on this site: what is sent while a page is being left is seen at the collector alone.
test('analytics is told who signed in and how, and of the sign-out; never of an address', async ({
  page,
  request,
}) => {
  const told = listen(page)
  const email = await newPerson(request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor&utm_source=secret-source')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/account\?/)
  await expect.poll(() => told.length).toBe(5)
  expect(told.find(({ path }) => path === 'identify')?.body).toMatchObject({
    email,
    first_name: 'Ravi',
    last_name: 'Kumar',
  })
  expect(told.filter(({ path }) => path === 'attributes').map(({ body }) => body)).toEqual(
    expect.arrayContaining([
      { name: 'email', value: email },
      { name: 'first_name', value: 'Ravi' },
      { name: 'last_name', value: 'Kumar' },
    ]),
  )
  expect(told.filter(({ isBearer }) => isBearer)).toHaveLength(4)
  expect(eventsIn(told)).toEqual([['sign_in', { platform: 'professor', method: 'password' }]])

  await page.getByRole('link', { name: 'Sign out' }).last().click()
  await expect(page).toHaveURL(/\/\?platform=professor/)
  await expect
    .poll(() => collectedOf(request, email), { timeout: 15_000 })
    .toContainEqual(expect.objectContaining({ event: 'logout', payload: { platform: 'professor' } }))
  expect(JSON.stringify(await collectedOf(request, email))).not.toContain('secret-source')
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set([204]))
})

test('a code that was sent, and the sign-in with it, are events', async ({ page, request }) => {
  const told = listen(page)
  const email = await newPerson(request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor')
  await typeIdentifier(page, email)
  await page.getByRole('button', { name: 'Sign in with OTP' }).click()
  await codeField(page).fill(await codeTo(request, email))
  await expect(page).toHaveURL(/\/account\?/)
  await expect
    .poll(() => eventsIn(told))
    .toEqual([
      ['otp_sent', { platform: 'professor', medium: 'email' }],
      ['sign_in', { platform: 'professor', method: 'otp' }],
    ])
  await expect.poll(() => told.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
})

test('nothing is lost on the way to a platform: the collector has person and event', async ({
  page,
  request,
}) => {
  const email = await newPerson(request, { hasPassword: true })
  await page.goto('/?platform=student')
  await signIn(page, email)
  await expect(page).toHaveURL(`${demoUrl}/`)
  const payload = { platform: 'student', method: 'password' }
  const traits = { email, first_name: 'Ravi', last_name: 'Kumar' }
  await expect
    .poll(() => collectedOf(request, email), { timeout: 15_000 })
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'identify', traits }),
        expect.objectContaining({ type: 'attribute', name: 'email', value: email }),
        expect.objectContaining({ type: 'event', event: 'sign_in', payload }),
      ]),
    )
})

test.describe('without analytics', () => {
  test.use({ allowed: { errors: [/status of 500/, /Analytics did not take/] } })

  test('signing in is the same', async ({ page, request }) => {
    await page.context().route('**/api/analytics/**', (route) => route.fulfill({ status: 500 }))
    await page.goto('/?platform=student')
    await signIn(page, await newPerson(request, { hasPassword: true }))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
})

test.describe('a blocker of whatever sounds like a tracker', () => {
  test.use({ allowed: { errors: [/ERR_BLOCKED_BY_CLIENT/, /did not/] } })
  test.beforeEach(({ page }) =>
    page.route(/analytics|fingerprint|track/, (route) => route.abort('blockedbyclient')),
  )

  test('keeps nobody from signing in', async ({ page, request }) => {
    const email = await newPerson(request, { hasPassword: true })
    await page.goto('/?platform=student')
    await signIn(page, email)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test('keeps nobody from signing up', async ({ page }) => {
    await toPassword(page)
    await typePasswords(page)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
})
