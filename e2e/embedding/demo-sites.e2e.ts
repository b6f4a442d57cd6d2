/**
 * Tests signing in and out at the demo sites. Each site uses another kind of sign-in, and each logout starts at another
 * place.
 */
import type { FrameLocator, Page } from '@playwright/test'
import { allowClosed, expect, heading, inOneEngine, password, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { accountsUrl, siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { forgetUser } from './parent-pages.ts'

const signedIn = /^Welcome, /
const learning = siteUrl('learning')
const labs = siteUrl('sister')
const signInLink = (page: Page) => page.getByRole('link', { name: 'Sign in', exact: true })
const progress = (page: Page) => page.getByRole('main').getByRole('status')

/** Opens the details of the sign-in and checks which kind of sign-in the site used. */
async function expectWay(page: Page, way: string): Promise<void> {
  await page.getByText('How you signed in').click()
  await expect(page.getByRole('definition').first()).toContainText(way)
}

/** Signs in on the form that asks for the identifier first. */
async function signInByIdentifier(form: Page | FrameLocator, email: string): Promise<void> {
  await form.getByLabel('Email or phone number').fill(email)
  await form.getByRole('button', { name: 'Next' }).click()
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in on a form with email and password together. */
async function signInByEmail(form: Page | FrameLocator, email: string): Promise<void> {
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function openPopupOf(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await signInLink(page).click()
  return opened
}

test.describe('the ways of the demo sites', () => {
  test(
    'a site with a popup, which opens again once it was closed, signs the user in while its page stays, and out in a frame',
    inOneEngine,
    async ({ page, request }) => {
      const email = await createUser(request, { platform: 'olympiadPartner', hasPassword: true })
      const site = siteUrl('partner')
      await page.goto(site)
      await (await openPopupOf(page)).close()
      await page.bringToFront()
      await expect(progress(page)).toHaveText('The window was closed before you signed in.')
      const popup = await openPopupOf(page)
      await expect(progress(page)).toHaveText('Please go on in the small window.')
      const closed = popup.waitForEvent('close')
      await signInByEmail(popup, email).catch(allowClosed)
      await closed
      await expect(heading(page)).toHaveText(signedIn)
      await expectWay(page, 'Popup: ')
      // Before its script has run, the form opens Foyer's own page.
      await page.waitForLoadState()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(signInLink(page)).toBeVisible()
      expect(new URL(page.url()).origin).toBe(site)
      // The page may reload when it learns of the sign-out, which would interrupt a wait for its load event.
      await gotoEarly(page, `${accountsUrl}/partner/login`)
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    },
  )

  test(
    'a browser that blocks the popup takes the user to Foyer and back',
    inOneEngine,
    async ({ page, request }) => {
      const email = await createUser(request, { platform: 'centerHead', hasPassword: true })
      const site = siteUrl('centre-head')
      await page.addInitScript(() => {
        window.open = () => null
      })
      await page.goto(site)
      await signInLink(page).click()
      await expect(page).toHaveURL(new RegExp(`^${accountsUrl}/\\?platform=centerHead`))
      await signInByIdentifier(page, email)
      await expect(heading(page)).toHaveText(signedIn)
      await expectWay(page, 'Redirect: ')
      await expect(page).toHaveURL(`${site}/`)
    },
  )

  test(
    'a site with the form in a frame signs the user in on its own page',
    inOneEngine,
    async ({ page, request }) => {
      const email = await createUser(request, { platform: 'school', hasPassword: true })
      await page.goto(siteUrl('school'))
      const form = page.frameLocator('iframe[title="Sign in"]')
      await signInByEmail(form, email)
      await expect(heading(page)).toHaveText(signedIn)
      await expectWay(page, 'Embedded frame: ')
      await expect(page).toHaveURL(`${siteUrl('school')}/`)
    },
  )

  test(
    'a user who is signed in at Foyer clicks nothing at a silent site of the same browser site',
    inOneEngine,
    async ({ page, request }) => {
      const email = await createUser(request, { platform: 'centreAdmin', hasPassword: true })
      await page.goto(`${accountsUrl}/account?platform=centreAdmin`)
      await signInByIdentifier(page, email)
      await expect(heading(page)).toHaveText('Your account')
      await page.goto(siteUrl('centre-admin'))
      await expect(heading(page)).toHaveText(signedIn)
      await expectWay(page, 'Silent: ')
    },
  )

  test(
    'a site of another browser site finds nobody silently, and its popup signs in without a password',
    inOneEngine,
    async ({ page, request }) => {
      const email = await createUser(request, { platform: 'recruitmentPlatform', hasPassword: true })
      await page.goto(`${accountsUrl}/school/login?platform=recruitmentPlatform&return=account`)
      await signInByEmail(page, email)
      await expect(heading(page)).toHaveText('Your account')
      await page.goto(siteUrl('recruitment'))
      await expect(progress(page)).toContainText('You are not signed in at Foyer, or your browser')
      await openPopupOf(page)
      await expect(heading(page)).toHaveText(signedIn)
      await expectWay(page, 'Popup: ')
    },
  )

  test(
    'the sister site carries its sign-in to Foyer and on to the first site of the platform',
    inOneEngine,
    async ({ page, request }) => {
      const email = await createUser(request, { hasPassword: true })
      await page.goto(`${labs}/foyer/sign-in`)
      await signInByIdentifier(page, email)
      await expect(heading(page)).toHaveText(signedIn)
      // The browser has lost Foyer's session, but the sister site still has its session.
      await forgetUser(page)
      await page.goto(labs)
      await page.getByRole('link', { name: 'Continue to Lantern Learning as Ravi' }).click()
      await expect(page).toHaveURL(`${learning}/`)
      await expect(heading(page)).toHaveText(signedIn)
      await expectWay(page, 'Auto-login: ')
      await page.goto(labs)
      await expect(heading(page)).toHaveText(signedIn)
    },
  )
})

test.describe('one logout', () => {
  test(
    'a sign-out at one site ends two tabs of another site of the platform by the back channel',
    inOneEngine,
    async ({ page, context, request }) => {
      const email = await createUser(request, { hasPassword: true })
      await page.goto(`${learning}/foyer/sign-in`)
      await signInByIdentifier(page, email)
      await expect(heading(page)).toHaveText(signedIn)
      const tabs = [await context.newPage(), await context.newPage()]
      for (const tab of tabs) {
        await tab.goto(labs)
        if (await signInLink(tab).isVisible()) await signInLink(tab).click()
        await expect(heading(tab)).toHaveText(signedIn)
      }
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByText('You have signed out').first()).toBeVisible()
      for (const tab of tabs) {
        // A tab asks its server when it gets the focus.
        await expect(async () => {
          await tab.evaluate(() => dispatchEvent(new Event('focus')))
          await expect(signInLink(tab)).toBeVisible({ timeout: 1_000 })
        }).toPass()
        await expect(tab.getByText('You were signed out elsewhere.')).toBeVisible()
        await expect(tab.getByRole('main')).toContainText(/told our server at \d\d:\d\d:\d\d UTC/)
      }
    },
  )
})

test.describe('demo sites without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'the button of every site leads to Foyer without a script',
    inOneEngine,
    async ({ page, browserName, alsoAllowed }) => {
      if (browserName === 'firefox') {
        // WebDriver BiDi of ESR 153 cannot turn off JavaScript, so the test blocks all script files instead.
        await page.route('**/*.js', (route) => route.abort())
        alsoAllowed.push(/\.js/)
      }
      for (const key of ['learning', 'centre-head', 'school', 'recruitment', 'sister']) {
        await page.goto(siteUrl(key))
        await signInLink(page).click()
        await expect(page).toHaveURL(
          (url) => url.origin === accountsUrl && url.searchParams.has('redirect-url'),
        )
      }
    },
  )
})
