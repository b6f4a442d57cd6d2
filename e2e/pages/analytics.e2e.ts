/** Tests which records of a visit across pages reach the collector, and visits with a tracker blocker. */
import type { APIRequestContext } from '@playwright/test'
import { expect, password, signIn, signOut, test } from '../browser.ts'
import { reachPasswordStep, typePasswords } from '../sign-up/sign-up-steps.ts'
import { collectorUrl, demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

type Collected = { device_id: string; event?: string; payload?: object; traits?: { email: string } }

/** Returns everything that the collector received from the device on which the user signed in. */
async function collectedFor(request: APIRequestContext, email: string): Promise<Collected[]> {
  const answer = await request.get(collectorUrl)
  const all = (await answer.json()) as Collected[]
  const device = all.find(({ traits }) => traits?.email === email)?.device_id
  return all.filter(({ device_id }) => device_id === device)
}

/** Creates a learner who has consented to analytics; returns the email. */
async function createAgreeingUser(request: APIRequestContext): Promise<string> {
  const email = await createUser(request, { hasPassword: true })
  const at = { product: 'learning', platform: 'student' }
  const found = await request.post('/api/auth/users/fetch', { data: { user_id: email, ...at } })
  const { uuid } = (await found.json()).data
  const entered = await request.post('/api/auth/sso/login', { data: { uuid, password, ...at } })
  const headers = { authorization: `Bearer ${(await entered.json()).data.access_token}` }
  const { data } = await (await request.get('/api/auth/users/settings', { headers })).json()
  const agreed = { ...data, analytics_consent: true }
  const changed = await request.put('/api/auth/users/settings', { headers, data: agreed })
  expect(changed.status()).toBe(200)
  return email
}

test('the collector receives user, event and sign-out even though the browser moves on, but never a page address', async ({
  page,
  request,
}) => {
  const email = await createAgreeingUser(request)
  // The page does not wait for the consent setting before it leaves, so the test delays the code until the setting has
  // arrived.
  const agreement = page.waitForResponse('**/api/auth/users/settings')
  await page.route('**/api/auth/codes', async (route) => {
    await (await agreement).finished()
    await route.continue()
  })
  await page.goto('/?platform=student&utm_source=secret-source')
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
  await page.goto('/account?platform=student')
  await signOut(page)
  await expect(page).toHaveURL(/\/\?platform=student/)
  await expect
    .poll(() => collectedFor(request, email))
    .toContainEqual(expect.objectContaining({ event: 'logout', payload: { platform: 'student' } }))
  expect(JSON.stringify(await collectedFor(request, email))).not.toContain('secret-source')
})

const trackers = /analytics|fingerprint|track/

test.describe('tracker blocker', () => {
  test.use({ allowed: { errors: [/ERR_BLOCKED_BY_CLIENT/, /did not/] } })
  test.beforeEach(({ page }) => page.route(trackers, (route) => route.abort('blockedbyclient')))

  test('a user signs up, and another signs in, while a blocker stops scripts named like trackers', async ({
    page,
    browser,
    request,
  }) => {
    await reachPasswordStep(page)
    await typePasswords(page)
    await expect(page).toHaveURL(`${demoUrl}/`)
    const other = await browser.newPage()
    await other.route(trackers, (route) => route.abort('blockedbyclient'))
    await other.goto('/?platform=student')
    await signIn(other, await createUser(request, { hasPassword: true }))
    await expect(other).toHaveURL(`${demoUrl}/`)
    await other.close()
  })
})
