import { expect, password, test } from '../browser.ts'
import { press } from '../state.ts'
import { createUser } from '../test-users.ts'
import { list, school } from './example-schools.ts'

test('a verifier with more schools than one page has sees the next ones at the end of the list', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { platform: 'svp', hasPassword: true })
  const first = Array.from({ length: 20 }, (_, index) => school(index, `School ${index}`, 'unverified'))
  const next = [school(20, 'Last school', 'unverified')]
  await page.route('**/api/schools?*', (route) =>
    route.fulfill({ json: list(route.request().url().includes('page=1&') ? first : next) }),
  )
  await page.goto('/account/verification?platform=svp')
  await page.getByLabel('Email ID').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Log In')
  await expect(page.getByText('School 19')).toBeVisible()
  await page.getByText('School 19').scrollIntoViewIfNeeded()
  await expect(page.getByText('Last school')).toBeVisible()
  await expect(page.getByText('21 schools, the longest wait first')).toBeVisible()
})
