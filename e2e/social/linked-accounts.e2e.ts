import { expect, refusedRequests, test } from '../browser.ts'
import { lastWayIn, reachLinkedAccounts } from './linked-account-states.ts'

test('a linked account is removed after a question, and kept on second thought', async ({ page }) => {
  let removals = 0
  await page.route('**/api/auth/identities/google', (route) => {
    removals += 1
    return route.fulfill({ status: 204 })
  })
  await reachLinkedAccounts(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('term')).toContainText(['Google', 'Apple', 'Facebook'])
  const remove = page.getByRole('button', { name: 'Remove Google' })
  await remove.click()
  const question = page.getByRole('group', { name: /^Remove Google\?/ })
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(remove).toBeFocused()
  expect(removals).toBe(0)
  await remove.click()
  await question.getByRole('button', { name: 'Remove Google' }).click()
  await expect(main.getByText('Google removed.')).toBeVisible()
  await expect(main.getByRole('term').filter({ hasText: 'Google' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(removals).toBe(1)
})

test('the last way in stays, with what to do first', async ({ page, alsoAllowed }) => {
  alsoAllowed.push(refusedRequests)
  await page.route('**/api/auth/identities/facebook', (route) =>
    route.fulfill({ status: 400, json: lastWayIn }),
  )
  await reachLinkedAccounts(page)
  await page.getByRole('button', { name: 'Remove Facebook' }).click()
  const question = page.getByRole('group', { name: /^Remove Facebook\?/ })
  await question.getByRole('button', { name: 'Remove Facebook' }).click()
  await expect(question.getByRole('alert')).toContainText('Set a password')
  await expect(question.getByRole('alert')).toBeFocused()
})
