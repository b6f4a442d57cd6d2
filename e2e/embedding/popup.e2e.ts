/** Tests the sign-in in a popup of a platform (N-63, N-66, N-165). */
import type { Page } from '@playwright/test'
import {
  allowClosed,
  cutNetwork,
  expect,
  heading,
  inOneEngine,
  refusedRequests,
  signIn,
  test,
  typeIdentifier,
  typePassword,
  withMotion,
} from '../browser.ts'
import { holdScripts } from '../sign-in/hold-scripts.ts'
import { createUser, newestCode } from '../test-users.ts'
import { forgetUser, foyerUrl, openPopup, parents, parentUrl, received, siteKinds } from './parent-pages.ts'

test.use(withMotion)

const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const signedIn = 'You’re signed in.'

const popupSso = (origin: string, more: Record<string, string> = {}) =>
  foyerUrl('/popup-sso', { platform: 'student', origin, code_challenge: codeChallenge, ...more })

test.use({ allowed: { errors: [refusedRequests, cutNetwork] } })

async function openFrom(page: Page, origin: string, more: Record<string, string> = {}): Promise<Page> {
  await page.goto(parentUrl(origin))
  return openPopup(page, popupSso(origin, more))
}

async function expectCode(site: Page, platform = 'student'): Promise<void> {
  await expect.poll(() => received(site, 'foyer:code')).toHaveLength(1)
  const [message] = await received(site, 'foyer:code')
  expect(message?.data).toEqual({ type: 'foyer:code', code: expect.stringMatching(/^ac_/), platform })
}

test('a user signs in in a popup of a same-site and of a cross-site site, which gets the code while the popup closes', async ({
  page,
  request,
}) => {
  for (const [name, origin] of siteKinds)
    await test.step(name, async () => {
      const email = await createUser(request, { hasPassword: true })
      const popup = await openFrom(page, origin)
      await expect(popup.getByRole('banner')).toHaveText('FoyerLearning')
      await expect(popup.getByRole('contentinfo')).toHaveText('HelpPrivacy')
      await typeIdentifier(popup, email)
      const closed = popup.waitForEvent('close')
      await typePassword(popup).catch(allowClosed)
      await closed
      await expectCode(page)

      // A signed-in user gets the code at once.
      const again = await openPopup(page, popupSso(origin))
      if (!again.isClosed()) await again.waitForEvent('close').catch(() => {})
      await expect.poll(() => received(page, 'foyer:code')).toHaveLength(2)
      await forgetUser(page)
    })
})

test(
  'forgot password and a one-time code work inside the popup, which keeps its opener and its address',
  inOneEngine,
  async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    const popup = await openFrom(page, parents.crossSite)
    await popup.getByLabel('Email or phone number').fill(email)
    await popup.getByRole('link', { name: 'Forgot Password?' }).click()
    await popup.getByRole('button', { name: 'Send reset link' }).click()
    await expect(heading(popup)).toHaveText('Check your email')
    await popup.reload()
    await expect(heading(popup)).toHaveText('Check your email')
    await popup.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(popup.getByLabel('Email or phone number')).toHaveValue(email)
    expect(new URL(popup.url()).pathname).toBe('/popup-sso')

    await popup.getByRole('button', { name: 'Next' }).click()
    await popup.getByRole('button', { name: 'Sign in with OTP' }).click()
    const code = await newestCode(request, email)
    const closed = popup.waitForEvent('close')
    await popup.getByRole('textbox', { name: /code/i }).fill(code).catch(allowClosed)
    await closed
    await expectCode(page)
  },
)

test(
  'a link pressed before the script arrives keeps the popup and what was typed',
  inOneEngine,
  async ({ page }) => {
    const release = await holdScripts(page.context())
    const popup = await openFrom(page, parents.crossSite)
    await popup.getByLabel('Email or phone number').fill('asha@example.com')
    await popup.getByRole('link', { name: 'Forgot Password?' }).click()
    release()
    await expect(heading(popup)).toHaveText('Forgot your password?')
    await expect(popup.getByLabel('Email or phone number')).toHaveValue('asha@example.com')
    expect(new URL(popup.url()).pathname).toBe('/popup-sso')
    expect(page.context().pages()).toHaveLength(2)
  },
)

test(
  'an opener policy of the site, or of a page on the way, costs the popup its opener, not the user the sign-in',
  inOneEngine,
  async ({ page, request }) => {
    const headers = { 'cross-origin-opener-policy': 'same-origin' }
    const isolated = parentUrl(parents.crossSite, { headers })

    async function signsIn(popup: Page): Promise<void> {
      await signIn(popup, await createUser(request, { hasPassword: true }))
      await expect(heading(popup)).toHaveText(signedIn)
      await expect(popup.getByText('You can close this window.', { exact: true })).toBeVisible()
      const link = popup.getByRole('link', { name: 'Continue to Learning' })
      await expect(link).toHaveAttribute('href', '/?platform=student')
      expect(await received(page)).toEqual([])
      await popup.close()
    }

    await test.step('of the site', async () => {
      await page.goto(isolated)
      await signsIn(await openPopup(page, popupSso(parents.crossSite)))
    })
    await forgetUser(page)
    await test.step('of a page on the way', async () => {
      await page.goto(parentUrl(parents.sameSite))
      const popup = await openPopup(page, isolated)
      await popup.waitForURL(isolated)
      await popup.goto(popupSso(parents.sameSite))
      await signsIn(popup)
    })
  },
)

test(
  'a hostile opener receives nothing, whatever origin it names',
  inOneEngine,
  async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto(parentUrl(parents.hostile))
    // The origin is registered but is not the opener's, so the browser delivers no message.
    const popup = await openPopup(page, popupSso(parents.sameSite))
    await page.evaluate(() => {
      const { popup: opened } = window as unknown as { popup: Window }
      const flood: unknown[] = [null, 1, 'foyer:logout', [], { type: 'foyer:logout', platform: 'student' }]
      flood.push(JSON.parse('{"__proto__": {"type": "foyer:logout", "platform": "student"}}'))
      for (let round = 0; round < 200; round++) for (const data of flood) opened.postMessage(data, '*')
    })
    await typeIdentifier(popup, email)
    const closed = popup.waitForEvent('close')
    await typePassword(popup).catch(allowClosed)
    await closed
    expect(await received(page)).toEqual([])

    for (const origin of [
      parents.hostile,
      parents.hostileCrossSite,
      'null',
      '*',
      `${parents.sameSite}/x`,
      '',
    ]) {
      const refused = await openPopup(page, popupSso(origin))
      await expect(heading(refused)).toHaveText('Invalid URL')
      await refused.close()
    }
    const missing = await openPopup(page, foyerUrl('/popup-sso', { platform: 'student' }))
    await expect(heading(missing)).toHaveText('Invalid URL')
    expect(await received(page)).toEqual([])
  },
)

test(
  'a popup opens the platform of an account without access in a window of its own',
  inOneEngine,
  async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto(parentUrl(parents.sameSite))
    const popup = await openPopup(
      page,
      foyerUrl('/popup-sso', { platform: 'school', origin: parents.sameSite, code_challenge: codeChallenge }),
    )
    await popup.getByLabel('Email', { exact: true }).fill(email)
    await typePassword(popup)
    const opened = popup.waitForEvent('popup')
    await popup.getByRole('link', { name: 'Learning', exact: true }).click()
    const signIn = new URL((await opened).url())
    expect([signIn.pathname, signIn.searchParams.get('platform')]).toEqual(['/', 'student'])
    expect([signIn.searchParams.get('email'), signIn.searchParams.get('origin')]).toEqual([email, null])
    expect(new URL(popup.url()).pathname).toBe('/popup-sso')
  },
)
