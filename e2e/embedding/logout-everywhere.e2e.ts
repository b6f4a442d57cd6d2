/** Tests that a sign-out of everything in a browser reaches the platforms and all tabs (N-173). */
import type { Page } from '@playwright/test'
import { expect, heading, signIn, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { holdScripts } from '../sign-in/hold-scripts.ts'
import { siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

const barLink = (page: Page) => page.getByRole('link', { name: 'Not you? Sign out everywhere here' })
const states = (page: Page) => page.getByRole('main').getByRole('listitem')

/** A tab asks its server when it gets the focus. */
async function expectSignedOut(tab: Page): Promise<void> {
  await expect(async () => {
    await tab.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(tab.getByText('You were signed out elsewhere.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('a sign-out of everything ends two accounts at two platforms, whose open tabs follow', async ({
  page: learning,
  context,
}) => {
  const learner = await createUser(context.request, {
    platform: ['student', 'iqa'],
    hasPassword: true,
    firstName: 'Maya',
  })
  const assessor = await createUser(context.request, { platform: 'iqa', hasPassword: true })
  await learning.goto(`${siteUrl('learning')}/foyer/sign-in`)
  await signIn(learning, learner)
  await expect(heading(learning)).toHaveText('Welcome, Maya Kumar')
  const quality = await context.newPage()
  await quality.goto(`${siteUrl('iqa')}/foyer/sign-in`)
  await quality.getByRole('button', { name: 'Use another account' }).click()
  await signIn(quality, assessor)
  await expect(heading(quality)).toHaveText('Welcome, Ravi Kumar')

  const account = await context.newPage()
  await account.goto('/account?platform=iqa')
  const leaving = await context.newPage()
  await leaving.goto('/account?platform=student')
  await leaving.getByRole('button', { name: /^Account of Maya/ }).click()
  await leaving.getByRole('link', { name: 'Sign out of everything in this browser' }).click()
  await leaving.getByRole('button', { name: 'Sign out of everything' }).click()
  await expect(heading(leaving)).toHaveText('You are signed out')
  await expect(states(leaving)).toHaveText([/^Learning.*signed out$/, /^Quality Assessment.*signed out$/])
  for (const tab of [learning, quality]) await expectSignedOut(tab)
  await expect(account.getByRole('main').getByText('You were signed out in another tab.')).toBeVisible()
  await leaving.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(leaving.getByLabel('Email or phone number')).toBeVisible()
})

test('the bar of a shared computer signs everybody out with one tap, also in tabs with sessions of their own', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const learner = await createUser(context.request, { hasPassword: true, firstName: 'Maya' })
  const professor = await createUser(context.request, { platform: 'professor', hasPassword: true })
  await page.goto('/account?platform=student')
  await page.getByRole('checkbox', { name: 'This is a shared computer' }).check()
  await signIn(page, learner)
  await expect(page.getByText('You are Maya Kumar.')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/account?platform=professor')
  await signIn(other, professor)
  await expect(other.getByText('You are Ravi Kumar.')).toBeVisible()

  const box = await barLink(page).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  const release = await holdScripts(page)
  await gotoEarly(page, '/help?platform=student')
  // The page makes room for the bar before its script.
  await expect(page.getByRole('banner')).toBeVisible()
  const before = await page.getByRole('banner').boundingBox()
  expect(before?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  release()
  await expect(page.getByText('You are Maya Kumar.')).toBeVisible()
  expect(await page.getByRole('banner').boundingBox()).toEqual(before)
  await page.unrouteAll()
  await barLink(page).click()
  await expect(heading(page)).toHaveText('You are signed out')
  await expect(states(page)).toHaveText([/^Learning.*signed out$/, /^Professor Portal.*signed out$/])
  await expect(other.getByRole('main').getByText('You were signed out in another tab.')).toBeVisible()
  for (const tab of [page, other]) {
    await tab.goto('/?platform=student')
    await expect(tab.getByLabel('Email or phone number')).toBeVisible()
    await expect(barLink(tab)).toBeHidden()
    await expect(tab.getByRole('checkbox', { name: 'This is a shared computer' })).toBeChecked()
  }
})
