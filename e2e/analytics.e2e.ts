import type { Page } from '@playwright/test'
import { expect, signIn, test, typeIdentifier } from './browser.ts'
import { demoUrl } from './house.ts'
import { codeField } from './otp-step.ts'
import { codeTo, newPerson } from './people.ts'

type Told = { path: string; body: Record<string, unknown>; isBearer: boolean }

/** What analytics is told from here on, in order. */
async function listen(page: Page, status = 204): Promise<Told[]> {
  const told: Told[] = []
  await page.context().route('**/api/analytics/**', (route) => {
    const request = route.request()
    const path = request.url().replace(/^.*\/api\/analytics\//, '')
    const isBearer = (request.headers().authorization ?? '').startsWith('Bearer ')
    told.push({ path, body: request.postDataJSON(), isBearer })
    return route.fulfill({ status })
  })
  return told
}

function eventsIn(told: readonly Told[]): unknown[] {
  return told
    .flatMap(({ path, body }) =>
      path === 'events' ? (body.events as { event: string; payload: unknown }[]) : [],
    )
    .map(({ event, payload }) => [event, payload])
}

// Both stay on this site: what is sent while a page is being left passes no interception.
test('analytics is told who signed in and how, and of the sign-out; never of an address', async ({
  page,
  request,
}) => {
  const told = await listen(page)
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
  await expect.poll(() => eventsIn(told)).toContainEqual(['logout', { platform: 'professor' }])
  expect(JSON.stringify(told)).not.toContain('secret-source')
})

test('a code that was sent, and the sign-in with it, are events', async ({ page, request }) => {
  const told = await listen(page)
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
})

test.describe('without analytics', () => {
  test.use({ allowed: { errors: [/status of 500/] } })

  test('signing in is the same', async ({ page, request }) => {
    await listen(page, 500)
    await page.goto('/?platform=student')
    await signIn(page, await newPerson(request, { hasPassword: true }))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
})
