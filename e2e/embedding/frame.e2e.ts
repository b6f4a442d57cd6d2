/** Tests the sign-in inside a frame of a platform (N-63, N-165, N-166). */
import type { Frame, Page } from '@playwright/test'
import {
  expect,
  inOneEngine,
  refusedRequests,
  test,
  typeIdentifier,
  typePassword,
  withMotion,
} from '../browser.ts'
import { createUser } from '../test-users.ts'
import { forgetUser, foyerUrl, frameOf, parents, parentUrl, received, siteKinds } from './parent-pages.ts'

const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const framed = (origin: string, more: Record<string, string> = {}) =>
  foyerUrl('/', { platform: 'student', iframe: 'true', origin, code_challenge: codeChallenge, ...more })

/** Firefox reports that a cross-site frame refuses the known-browser cookie, which is SameSite=Strict. */
const refusedCookie = /^Cookie “(kd|bs)” has been rejected because it is in a cross-site context/

test.use({
  allowed: {
    errors: [refusedRequests, refusedCookie, /frame|Framing|ERR_BLOCKED_BY_RESPONSE|CORS|ERR_FAILED|null/i],
  },
})

test.use(withMotion)

/** Opens a site that embeds this URL, and returns the frame. */
async function embed(page: Page, origin: string, src: string, attributes = ''): Promise<Frame> {
  await page.goto(parentUrl(origin, { html: frameOf(src, attributes) }))
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame()
  if (!frame) throw new Error('The page has no frame')
  return frame
}

/** Lets the steps of browser.ts, which take a page, work on a frame, which has the same locators. */
const asPage = (frame: Frame) => frame as unknown as Page

async function expectCode(site: Page, platform = 'student'): Promise<void> {
  await expect.poll(() => received(site, 'foyer:code')).toHaveLength(1)
  const [message] = await received(site, 'foyer:code')
  expect(message?.data).toEqual({ type: 'foyer:code', code: expect.stringMatching(/^ac_/), platform })
}

test('a user signs in inside a frame of a same-site and of a cross-site site, whose history does not grow', async ({
  page,
  request,
}) => {
  for (const [name, origin] of siteKinds)
    await test.step(name, async () => {
      const email = await createUser(request, { hasPassword: true })
      const frame = await embed(page, origin, framed(origin))
      await expect(frame.getByLabel('Email or phone number')).toBeVisible()
      const before = await page.evaluate(() => history.length)
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
      await expect(frame.getByRole('banner')).toHaveText('FoyerLearning')
      await expect(frame.getByRole('contentinfo')).toHaveText('HelpPrivacy')
      expect(await frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
        'rgba(0, 0, 0, 0)',
      )

      await frame.getByLabel('Email or phone number').fill(email)
      await frame.getByRole('link', { name: 'Forgot Password?' }).click()
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
      await frame.getByRole('link', { name: 'Back to sign in' }).click()
      await typeIdentifier(asPage(frame), email)
      await typePassword(asPage(frame))
      await expectCode(page)
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('You’re signed in.')
      expect(await page.evaluate(() => history.length)).toBe(before)
      expect(page.url().startsWith(origin)).toBe(true)
      await forgetUser(page)
    })
})

test('the site hears how high the form is, when it grows and when it shrinks', async ({ page }) => {
  const frame = await embed(page, parents.sameSite, framed(parents.sameSite))
  const heights = async () => (await received(page, 'foyer:resize')).map(({ data }) => Number(data.heightPx))
  await expect.poll(async () => (await heights()).length).toBeGreaterThan(0)
  const first = (await heights()).at(-1) ?? 0
  expect(first).toBeGreaterThan(200)
  // The reported height must not depend on the frame's own height.
  await page.evaluate(() => document.querySelector('iframe')?.setAttribute('height', '1200'))
  await typeIdentifier(asPage(frame), 'asha@')
  await expect.poll(async () => ((await heights()).at(-1) ?? 0) > first).toBe(true)
  await frame.getByLabel('Email or phone number').fill('asha@example.com')
  await expect.poll(async () => (await heights()).at(-1)).toBe(first)
})

test('the form looks the same in a frame of any height', async ({ page }) => {
  const frame = await embed(page, parents.sameSite, framed(parents.sameSite))
  const button = frame.getByRole('button', { name: 'Next' })
  const looks: (number | undefined)[][] = []
  for (const height of ['1200', '260']) {
    await page.evaluate((px) => document.querySelector('iframe')?.setAttribute('height', px), height)
    await expect.poll(() => frame.evaluate(() => String(innerHeight))).toBe(height)
    const box = await button.boundingBox()
    looks.push([box?.height, (await button.evaluate((element) => element.getBoundingClientRect())).top])
  }
  expect(looks[0]).toEqual(looks[1])
})

test(
  'a mistake in a frame is said beside its field alone, and the site hears one new height',
  inOneEngine,
  async ({ page }) => {
    const frame = await embed(page, parents.sameSite, framed(parents.sameSite))
    await expect(frame.locator('html[data-started]')).toBeVisible()
    await frame.evaluate(() => {
      const failures: string[] = []
      Object.assign(window, { failures })
      addEventListener('error', ({ message }) => failures.push(message))
      new MutationObserver(() => {
        for (const toast of document.querySelectorAll('.toast')) failures.push(toast.textContent)
      }).observe(document.body, { childList: true, subtree: true })
    })
    await expect.poll(() => received(page, 'foyer:resize')).toHaveLength(1)
    await typeIdentifier(asPage(frame), 'asha@')
    await expect(frame.locator('.field-error')).toHaveText(/Enter an email like/)
    await expect.poll(() => frame.evaluate(areAnimationsOver)).toBe(true)
    expect(await frame.evaluate(() => (window as unknown as { failures: string[] }).failures)).toEqual([])
    await expect.poll(() => received(page, 'foyer:resize')).toHaveLength(2)
  },
)

/** Checks in the page whether all animations are finished. */
const areAnimationsOver = () => document.getAnimations().every(({ playState }) => playState === 'finished')

test(
  'links that leave the frame open in the whole tab, without what belongs to the frame',
  inOneEngine,
  async ({ page, request }) => {
    const frame = await embed(page, parents.sameSite, framed(parents.sameSite))
    await expect(frame.getByRole('link', { name: 'Help' })).toBeVisible()
    await frame.getByRole('link', { name: 'Sign up for free' }).click()
    await page.waitForURL(/\/signup\?/)
    const { searchParams } = new URL(page.url())
    expect([...searchParams.keys()]).toEqual(['platform'])

    await test.step('to the platform of an account without access', async () => {
      const email = await createUser(request, { platform: 'professor', hasPassword: true })
      const query = { iframe: 'true', origin: parents.sameSite, code_challenge: codeChallenge }
      const address = foyerUrl('/school/login', { platform: 'school', ...query })
      const school = await embed(page, parents.sameSite, address)
      await school.getByLabel('Email', { exact: true }).fill(email)
      await typePassword(asPage(school))
      await school.getByRole('link', { name: 'Professor Portal' }).click()
      await expect(page).toHaveURL(/\/\?platform=professor&email=/)
      await expect(page.getByLabel('Email or phone number')).toHaveValue(email)
    })
  },
)

test(
  'a frame or popup in a sandbox without an origin says why nobody can sign in there',
  inOneEngine,
  async ({ page, alsoAllowed }) => {
    // Firefox reports the font, which an opaque origin may not read; Chromium reports a CORS error.
    alsoAllowed.push(/^downloadable font: download failed .* cross-site access not allowed/)
    const frame = await embed(
      page,
      parents.sameSite,
      framed(parents.sameSite),
      'sandbox="allow-scripts allow-forms"',
    )
    await expect(frame.getByText(/in a sandbox/)).toBeVisible()
    expect(await received(page)).toEqual([])

    // This frame may open popups, which inherit its sandbox and therefore have an opaque origin.
    const query = { platform: 'student', origin: parents.sameSite, code_challenge: codeChallenge }
    const inner = `<button id="open" onclick="window.open('${foyerUrl('/popup-sso', query)}')">Open</button>`
    const src = parentUrl(parents.sameSite, { html: inner })
    const site = await embed(page, parents.sameSite, src, 'sandbox="allow-scripts allow-popups"')
    const opened = page.waitForEvent('popup')
    await site.locator('#open').last().click()
    const popup = await opened
    await expect(popup.getByText(/in a sandbox/)).toBeVisible()
    expect(await received(page)).toEqual([])
  },
)

test('no other site can frame the sign-in, not even as a frame in between', inOneEngine, async ({ page }) => {
  const inside = frameOf(framed(parents.sameSite))
  const between = parentUrl(parents.hostile, { html: inside })
  const cases: [string, string][] = [
    [parents.hostile, framed(parents.hostile)],
    [parents.hostile, framed(parents.sameSite)],
    [parents.crossSite, framed(parents.sameSite)],
    [parents.sameSite, foyerUrl('/', { platform: 'student', iframe: 'true' })],
    [parents.sameSite, between],
  ]
  for (const [site, src] of cases) {
    await page.goto(parentUrl(site, { html: frameOf(src) }))
    await page.waitForLoadState('load')
    for (const frame of page.frames().slice(1))
      await expect(frame.getByLabel('Email or phone number')).toHaveCount(0)
    expect(await received(page)).toEqual([])
  }
})
