import type { APIRequestContext, Page } from '@playwright/test'
import { expect, password, test } from '../browser.ts'
import { press } from '../state.ts'
import { createUser } from '../test-users.ts'
import { list, places, record, school, schoolUrl } from './example-schools.ts'

async function openQueue(page: Page, request: APIRequestContext): Promise<void> {
  const email = await createUser(request, { platform: 'svp', hasPassword: true })
  await page.goto('/account/verification?platform=svp')
  await page.getByLabel('Email ID').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Log In')
}

/** One page of a list with this many entries. */
function ofAll(total: number, items: object[]) {
  const page = list(items)
  return { ...page, meta: { ...page.meta, total } }
}

test('a verifier with more schools than one page has sees the next ones at the end of the list', async ({
  page,
  request,
}) => {
  const first = Array.from({ length: 20 }, (_, index) => school(index, `School ${index}`, 'unverified'))
  const next = [school(20, 'Last school', 'unverified')]
  await page.route('**/api/schools?*', (route) =>
    route.fulfill({ json: ofAll(21, route.request().url().includes('page=1&') ? first : next) }),
  )
  await openQueue(page, request)
  await expect(page.getByText('School 19')).toBeVisible()
  await page.getByText('School 19').scrollIntoViewIfNeeded()
  await expect(page.getByText('Last school')).toBeVisible()
  await expect(page.getByText('21 schools, the longest wait first')).toBeVisible()
})

test('the list is where it was when a verifier comes back from a school, with the focus on its entry', async ({
  page,
  request,
}) => {
  const all = Array.from({ length: 200 }, (_, index) => school(index, `School ${index}`, 'unverified'))
  await page.route('**/api/schools?*', (route) => {
    const start = 20 * (Number(new URL(route.request().url()).searchParams.get('page')) - 1)
    return route.fulfill({ json: ofAll(all.length, all.slice(start, start + 20)) })
  })
  for (const [url, data] of Object.entries(places))
    await page.route(url, (route) => route.fulfill({ json: list(data) }))
  await page.route(schoolUrl, (route) => route.fulfill({ json: { data: record } }))
  await openQueue(page, request)
  for (const last of [19, 39, 59]) {
    const entry = page.getByRole('link', { name: `School ${last}`, exact: true })
    await entry.focus()
    await expect(page.getByRole('link', { name: `School ${last + 1}`, exact: true })).toBeAttached()
  }
  const opened = page.getByRole('link', { name: 'School 45', exact: true })
  await opened.evaluate((entry) => scrollTo(0, scrollY + entry.getBoundingClientRect().top - 200))
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(1_000)
  for (const back of [
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Back to schools to check' }).click(),
  ]) {
    await opened.click()
    await expect(page.getByRole('heading', { name: record.name })).toBeVisible()
    await back()
    await expect(opened).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(before)
  }
})
