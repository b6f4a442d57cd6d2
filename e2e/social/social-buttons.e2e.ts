/** Tests which provider buttons a page shows and when, and that they never shift the page. */
import { socialProviders } from '@foyer/contract/social/providers'
import type { Page } from '@playwright/test'
import { expect, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { holdScripts } from '../sign-in/hold-scripts.ts'

const signIn = '/?platform=student'
const pages = [signIn, '/signup?platform=student', '/ryan/signin'] as const
const button = (page: Page, name: string) => page.getByRole('button', { name: `Continue with ${name}` })
const divider = (page: Page) => page.getByRole('separator')
const cachedToggle = (page: Page) => page.evaluate(() => localStorage.getItem('foyer.feature-toggles'))

type Cache = { isEnabled: boolean; providers: readonly string[] }
const on: Cache = { isEnabled: true, providers: socialProviders }
const off: Cache = { isEnabled: false, providers: [] }

/** Returns the feature-toggle answer of the service. */
function answerOf({ isEnabled, providers }: Cache) {
  const toggle = { enabled: { web: isEnabled }, providers }
  return { data: { toggles: { socialAccountAuthentication: toggle } } }
}

async function answerToggle(page: Page, answer: Cache): Promise<{ count: number }> {
  const asked = { count: 0 }
  await page.route('**/api/documents/feature-toggles', async (route) => {
    asked.count += 1
    return route.fulfill({ json: answerOf(answer) })
  })
  return asked
}

/** Stores this toggle in the browser, and records every layout shift. */
async function arrive(page: Page, path: string, socialAuth: Cache | null): Promise<void> {
  await page.addInitScript((cached) => {
    if (cached && !sessionStorage.getItem('arrived')) localStorage.setItem('foyer.feature-toggles', cached)
    sessionStorage.setItem('arrived', '1')
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  }, socialAuth && JSON.stringify({ socialAuth }))
  await gotoEarly(page, path)
}

/** Lists the shifts so far, after two rendered frames. */
function shiftsOf(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return (window as unknown as { shifts: number[] }).shifts
  })
}

test.describe('social buttons', () => {
  test('social buttons stand in the first paint of every form by the cached toggle, and without a cache by the HTML, and nothing moves', async ({
    context,
  }) => {
    const visits = pages.flatMap((path) => [on, null].map((cached) => ({ path, cached })))
    for (const { path, cached } of visits)
      await test.step(`${path} ${cached ? 'with' : 'without'} a cache`, async () => {
        await context.clearCookies()
        const page = await context.newPage()
        const release = await holdScripts(page)
        const asked = await answerToggle(page, on)
        await arrive(page, path, cached)
        if (!cached) await page.evaluate(() => localStorage.clear())
        for (const name of ['Google', 'Facebook', 'Apple']) await expect(button(page, name)).toBeVisible()
        await expect(divider(page)).toBeVisible()
        const before = await button(page, 'Apple').boundingBox()
        release()
        await expect.poll(() => asked.count).toBe(1)
        expect(await shiftsOf(page)).toEqual([])
        expect(await button(page, 'Apple').boundingBox()).toEqual(before)
        await page.close()
      })
  })

  test('social buttons stand there on a first visit, hide in their place and return with the next page, and nothing moves', async ({
    page,
  }) => {
    const link = page.getByRole('link', { name: 'Sign up for free' })
    let toggle = on
    await page.route('**/api/documents/feature-toggles', (route) => route.fulfill({ json: answerOf(toggle) }))
    await test.step('on a first visit', async () => {
      await arrive(page, signIn, null)
      await expect(button(page, 'Google')).toBeVisible()
      expect(await shiftsOf(page)).toEqual([])
      await expect.poll(() => cachedToggle(page)).toBe(JSON.stringify({ socialAuth: on }))
    })
    await test.step('once the toggle is turned off', async () => {
      toggle = off
      await page.reload()
      await expect(button(page, 'Google')).toBeHidden()
      await expect(divider(page)).toBeHidden()
      expect(await shiftsOf(page)).toEqual([])
    })
    const before = await link.boundingBox()
    await test.step('once the toggle is turned on again, for one provider', async () => {
      toggle = { isEnabled: true, providers: ['google'] }
      await page.reload()
      const without = await link.boundingBox()
      expect(without?.y).toBeLessThan(before?.y ?? 0)
      await expect.poll(() => cachedToggle(page)).toContain('google')
      await expect(button(page, 'Google')).toBeHidden()
      expect(await link.boundingBox()).toEqual(without)
      expect(await shiftsOf(page)).toEqual([])
    })
    await test.step('on the page after that', async () => {
      await page.reload()
      await expect(button(page, 'Google')).toBeVisible()
      await expect(button(page, 'Facebook')).toBeHidden()
      expect(await shiftsOf(page)).toEqual([])
    })
  })

  test('social buttons lead to the provider also when clicked before the script arrives', async ({
    page,
  }) => {
    const release = await holdScripts(page)
    await answerToggle(page, on)
    await page.addInitScript(() => {
      window.open = () => null
    })
    await arrive(page, signIn, on)
    await button(page, 'Google').click()
    await expect(page.getByRole('button', { name: 'One moment…' })).toHaveAttribute('aria-disabled', 'true')
    const asked = page.waitForRequest(/\/api\/auth\/social\/google\/start\?.*mode=redirect/)
    release()
    await asked
  })

  test('social buttons come after the submit button for the Tab key, each of them 44 px high or more', async ({
    page,
  }) => {
    await answerToggle(page, on)
    await arrive(page, signIn, on)
    await expect(button(page, 'Apple')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).focus()
    for (const name of ['Google', 'Facebook', 'Apple']) {
      await page.keyboard.press('Tab')
      await expect(button(page, name)).toBeFocused()
      expect((await button(page, name).boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Sign up for free' })).toBeFocused()
  })
})

test.describe('the provider that the last person used', () => {
  const person = {
    uuid: 'a3a0a7e8-7d1c-4a53-8a5e-0d3c7a1c9b11',
    identifier: 'ravi@example.com',
    firstName: 'Ravi',
    fullName: 'Ravi Kumar',
    picture: null,
  }

  /** Stores the record that the page writes after a sign-in with this method, and visits again. */
  async function visitAgain(page: Page, method: string, cached: Cache = on): Promise<void> {
    await page.addInitScript(
      (record) =>
        localStorage.setItem('foyer.person.student', JSON.stringify({ ...record, keptAt: Date.now() })),
      { ...person, method },
    )
    await answerToggle(page, cached)
    await arrive(page, signIn, cached)
  }

  test('the provider used last is the next click: it stands first, says that it was used, and has the focus', async ({
    page,
  }) => {
    const release = await holdScripts(page)
    await visitAgain(page, 'facebook')
    const last = page.getByRole('button', {
      name: /^Continue with Facebook\s+You used Facebook last time on this device$/,
    })
    await expect(last).toBeVisible()
    const other = page.getByRole('button', { name: 'Use password or code' })
    const before = await last.boundingBox()
    expect(before?.y).toBeLessThan((await other.boundingBox())?.y ?? 0)
    release()
    await expect(page.getByRole('button', { name: 'Someone else' })).toBeVisible()
    await expect(button(page, 'Facebook')).toHaveCount(1)
    await expect(last).toBeFocused()
    expect(await last.boundingBox()).toEqual(before)
    expect(await shiftsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Someone else' }).click()
    await expect(page.getByText('last time on this device').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Next' })).toBeVisible()
  })
})

test.describe('a browser inside another app', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0 Mobile Safari/537.36',
  })

  test('inside another app the page says that Google may not open and offers the way to the browser, without moving anything', async ({
    page,
  }) => {
    await answerToggle(page, on)
    await arrive(page, signIn, on)
    await expect(page.getByText('Google may not open inside this app.')).toBeVisible()
    const link = page.getByRole('link', { name: 'Open in browser' })
    await expect(link).toHaveAttribute(
      'href',
      /^intent:\/\/localhost:\d+\/\?platform=student#Intent;scheme=http;/,
    )
    expect(await shiftsOf(page)).toEqual([])
    const asked = page.waitForRequest(/\/api\/auth\/social\/google\/start\?.*mode=redirect/)
    await button(page, 'Google').click()
    await asked
  })
})
