/** Tests the Caps Lock hint of password fields. Browsers report the lock with each key; the tests make such keys. */
import type { Locator, Page } from '@playwright/test'
import { expect, test, typeIdentifier } from '../browser.ts'
import { createUser } from '../test-users.ts'

const hint = (page: Page): Locator => page.getByText('Caps Lock is on')

function press(field: Locator, type: 'keydown' | 'keyup', isLocked: boolean): Promise<void> {
  return field.evaluate(
    (input, [name, lock]) => {
      const key = { key: 'A', bubbles: true, modifierCapsLock: lock as boolean }
      input.dispatchEvent(new KeyboardEvent(name as string, key))
    },
    [type, isLocked] as const,
  )
}

async function checkHint(page: Page, field: Locator): Promise<void> {
  await field.focus()
  await press(field, 'keydown', false)
  await expect(hint(page)).toHaveCount(0)
  await press(field, 'keydown', true)
  await expect(hint(page)).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'Caps Lock is on' })).toBeVisible()
  await press(field, 'keyup', false)
  await expect(hint(page)).toHaveCount(0)
  await press(field, 'keyup', true)
  await expect(hint(page)).toBeVisible()
  await field.blur()
  await expect(hint(page)).toHaveCount(0)
}

test('the password step says that Caps Lock is on, until it is off or the field is left', async ({
  page,
  request,
}) => {
  await page.goto('/?platform=student')
  await typeIdentifier(page, await createUser(request, { hasPassword: true }))
  await checkHint(page, page.getByLabel('Password', { exact: true }))
})

test('the hint is announced once, not with every key', async ({ page, request }) => {
  await page.goto('/?platform=student')
  await typeIdentifier(page, await createUser(request, { hasPassword: true }))
  const field = page.getByLabel('Password', { exact: true })
  await field.focus()
  const changes = field.evaluate(
    (input) =>
      new Promise<number>((resolve) => {
        let count = 0
        const region = input.closest('.field') ?? input
        new MutationObserver(() => {
          if (region.textContent?.includes('Caps Lock is on')) count += 1
        }).observe(region, { childList: true, characterData: true, subtree: true })
        for (let presses = 0; presses < 5; presses += 1)
          input.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true }),
          )
        input.addEventListener('blur', () => resolve(count), { once: true })
      }),
  )
  await expect(hint(page)).toBeVisible()
  await field.blur()
  expect(await changes).toBe(1)
})

test('the form with email and password together has the hint', async ({ page }) => {
  await page.goto('/school/login?platform=school')
  await checkHint(page, page.getByLabel('Password', { exact: true }))
})
