/** Tests when the panel of school sign-in changes its slides (product 9). Browser tests check how the slides look. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'

const slideNames = ['Skilled Teachers', 'Verified Profiles', 'Hire Faster'] as const
const turnMs = 7000
/** Matches a mouse, and a window with room for the panel. */
const wide = /pointer: fine|min-width/
const wideWithoutMotion = /pointer: fine|min-width|prefers-reduced-motion: reduce/

const panel = (page: Page) => page.get.getByRole('region', { name: 'Why schools choose us' })
const slides = (page: Page) => [...panel(page).querySelectorAll('[role=group]')]
const live = (page: Page) => panel(page).querySelector('[aria-live]')?.getAttribute('aria-live')
const email = (page: Page) => page.field(/^Email/)

/** Finds the button of the rotation, whose text is its action. */
const toggle = (page: Page, text: 'Pause' | 'Play') => page.find('button', text)

/** Opens the page and stops its clock once the panel has its controls. */
async function openSchool({ media = wide, savesData = false } = {}): Promise<Page> {
  const page = (await openBrowser()).newPage({ media, clock: true })
  await page.goto('/school/login', { isEarly: true })
  if (savesData) Object.defineProperty(page.window.navigator, 'connection', { value: { saveData: true } })
  await page.runScript()
  await page.find('button', 'Hire Faster')
  page.clock.setTickMode({ mode: 'manual' })
  await page.waitFor(() =>
    assert.deepEqual(
      slides(page).map((slide) => slide.getAttribute('aria-label')),
      slideNames.map((name, index) => `${index + 1} of 3: ${name}`),
    ),
  )
  return page
}

/** Waits until only this slide is shown. */
function shown(page: Page, index: number): Promise<unknown> {
  return page.waitFor(() =>
    assert.deepEqual(
      slides(page).map((slide) => slide.hasAttribute('data-shown')),
      slideNames.map((_, other) => other === index),
    ),
  )
}

/** Advances the clock by the time of all slides, and fails unless this slide stays. */
async function stays(page: Page, index: number): Promise<void> {
  await page.waitFor(() => assert.equal(live(page), 'polite'))
  for (const _ of slideNames) {
    page.clock.tick(turnMs)
    await shown(page, index)
  }
}

test('the panel of school sign-in shows its three slides for seven seconds each, in turn', async () => {
  const page = await openSchool()
  assert.equal(live(page), 'off')
  // The slide's time starts again when the pointer leaves.
  await page.user.hover(panel(page))
  await page.waitFor(() => assert.equal(live(page), 'polite'))
  await page.user.unhover(panel(page))
  await page.waitFor(() => assert.equal(live(page), 'off'))
  for (const index of [0, 1, 2]) {
    page.clock.tick(turnMs - 1)
    await shown(page, index)
    page.clock.tick(1)
    await shown(page, (index + 1) % 3)
  }
})

test('the keyboard reaches Pause before the other controls of the panel, and Pause stops the slides for good', async () => {
  const page = await openSchool()
  const links = page.get.getByRole('contentinfo').querySelectorAll('a')
  links[links.length - 1]?.focus()
  await page.user.tab()
  assert.ok(page.document.activeElement === (await toggle(page, 'Pause')), 'another element has the focus')
  await page.user.keyboard('{Enter}')
  await toggle(page, 'Play')
  await page.user.click(await email(page))
  await stays(page, 0)
  assert.equal(live(page), 'polite')
})

test('the panel of school sign-in waits under the pointer, under the focus and in a hidden tab', async () => {
  const page = await openSchool()
  await page.user.hover(panel(page))
  await stays(page, 0)
  await page.user.unhover(panel(page))
  ;(await toggle(page, 'Pause')).focus()
  await stays(page, 0)
  ;(await email(page)).focus()
  setHidden(page, true)
  await stays(page, 0)
  setHidden(page, false)
  await page.waitFor(() => assert.equal(live(page), 'off'))
  page.clock.tick(turnMs)
  await shown(page, 1)
})

test('the panel of school sign-in stays on the slide that the user chose', async () => {
  const page = await openSchool()
  const dot = await page.find('button', 'Hire Faster')
  await page.user.click(dot)
  await shown(page, 2)
  assert.ok(dot.hasAttribute('aria-current'))
  await page.user.click(await email(page))
  await stays(page, 2)
})

test('the panel of school sign-in goes on under the focus when the user presses Play', async () => {
  const page = await openSchool()
  await page.user.click(await toggle(page, 'Pause'))
  await page.user.click(await toggle(page, 'Play'))
  await toggle(page, 'Pause')
  page.clock.tick(turnMs)
  await shown(page, 1)
})

for (const [where, given] of [
  ['under reduced motion', { media: wideWithoutMotion }],
  ['in a browser that saves data', { savesData: true }],
] as const)
  test(`the panel of school sign-in moves only when the user presses Play ${where}`, async () => {
    const page = await openSchool(given)
    await toggle(page, 'Play')
    await stays(page, 0)
    await page.user.click(await toggle(page, 'Play'))
    await toggle(page, 'Pause')
    page.clock.tick(turnMs)
    await shown(page, 1)
  })

test('a touch stops the panel of school sign-in for good', async () => {
  const page = await openSchool()
  const [slide] = slides(page)
  assert.ok(slide)
  await page.user.pointer({ keys: '[TouchA]', target: slide })
  await toggle(page, 'Play')
  await stays(page, 0)
})

test('the panel appears when the user returns from another page to school sign-in', async () => {
  const page = await (await openBrowser()).open('/school/forgot-password', { media: wide })
  assert.ok(!page.document.querySelector('.split-panel'), 'still shown')
  await page.press(/sign in/i)
  await page.shows('/school/login')
  await toggle(page, 'Pause')
  await shown(page, 0)
})

test('the account page after school sign-in stands before the arches instead of the panel', async () => {
  const browser = await openBrowser()
  const user = await browser.service.makeUser({ platforms: ['school'] })
  const page = await browser.open('/school/login?return=account', { media: wide })
  await toggle(page, 'Pause')
  await page.type(/^Email/, user.email)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.shows('/account?platform=school')
  await page.heading('Your account')
  assert.ok(page.document.querySelector('.arcade-middle'))
  assert.ok(!page.document.querySelector('.split-panel'), 'still shown')
})

function setHidden({ document, window }: Page, isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  document.dispatchEvent(new window.Event('visibilitychange'))
}
