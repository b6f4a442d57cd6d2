/** Tests the Caps Lock hint of password fields. The tests dispatch key events with the lock's state, as browsers do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { makeUser } from './new-users.ts'

const text = 'Caps Lock is on'
const hints = (page: Page) => page.get.queryAllByText(text)
const isShown = (page: Page) => page.waitFor(() => assert.equal(hints(page).length, 1))
const isGone = (page: Page) => page.waitFor(() => assert.equal(hints(page).length, 0))

function press(page: Page, field: HTMLElement, type: 'keydown' | 'keyup', isLocked: boolean): void {
  const { KeyboardEvent } = page.window
  field.dispatchEvent(new KeyboardEvent(type, { key: 'A', bubbles: true, modifierCapsLock: isLocked }))
}

async function openPasswordStep(): Promise<{ page: Page; field: HTMLElement }> {
  const page = await openPage('/?platform=student')
  await page.type('Email or phone number', await makeUser('student'))
  await page.press('Next')
  await page.focused('current-password')
  return { page, field: await page.field('Password') }
}

async function checkHint(page: Page, field: HTMLElement): Promise<void> {
  field.focus()
  press(page, field, 'keydown', true)
  await isShown(page)
  assert.ok(page.get.getAllByRole('status').some((status) => status.textContent?.includes(text)))
  press(page, field, 'keyup', false)
  await isGone(page)
  press(page, field, 'keyup', true)
  await isShown(page)
  press(page, field, 'keydown', false)
  await isGone(page)
  press(page, field, 'keydown', true)
  await isShown(page)
  field.blur()
  await isGone(page)
}

test('the password step says that Caps Lock is on, until it is off or the field is left', async () => {
  const { page, field } = await openPasswordStep()
  await checkHint(page, field)
})

test('the form with email and password together has the hint', async () => {
  const page = await openPage('/school/login?platform=school')
  await checkHint(page, await page.field('Password'))
})

test('the hint is announced once, not with every key', async () => {
  const { page, field } = await openPasswordStep()
  let announcements = 0
  const region = field.closest('.field') ?? field
  new page.window.MutationObserver(() => {
    if (region.textContent?.includes(text)) announcements += 1
  }).observe(region, { childList: true, characterData: true, subtree: true })
  field.focus()
  for (let presses = 0; presses < 5; presses += 1) {
    press(page, field, 'keydown', true)
    await isShown(page)
  }
  field.blur()
  await isGone(page)
  assert.equal(announcements, 1)
})
