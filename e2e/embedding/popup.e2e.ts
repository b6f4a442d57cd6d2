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
import { foyerUrl, frameOf, openPopup, parents, parentUrl, received } from './parent-pages.ts'

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

for (const [name, origin] of [
  ['same-site', parents.sameSite],
  ['cross-site', parents.crossSite],
] as const) {
  test(`a user signs in in a popup of a ${name} site, which gets the code while the popup closes`, async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { hasPassword: true })
    const popup = await openFrom(page, origin)
    await expect(popup.getByRole('banner')).toHaveCount(0)
    await expect(popup.getByRole('contentinfo')).toHaveCount(0)
    await typeIdentifier(popup, email)
    const closed = popup.waitForEvent('close')
    await typePassword(popup).catch(allowClosed)
    await closed
    await expectCode(page)

    // The session delivers at once.
    const again = await openPopup(page, popupSso(origin))
    if (!again.isClosed()) await again.waitForEvent('close').catch(() => {})
    await expect.poll(() => received(page, 'foyer:code')).toHaveLength(2)
  })
}

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
  'a popup whose opener was closed half-way says that the user is signed in, and leads on',
  inOneEngine,
  async ({ page, context, request }) => {
    const email = await createUser(request, { hasPassword: true })
    const site = await context.newPage()
    const popup = await openFrom(site, parents.sameSite)
    await typeIdentifier(popup, email)
    await site.close()
    await typePassword(popup)
    await expect(heading(popup)).toHaveText(signedIn)
    await expect(popup.getByText('You can close this window.', { exact: true })).toBeVisible()
    await expect(popup.getByRole('link', { name: 'Continue to Learning' })).toHaveAttribute(
      'href',
      '/?platform=student',
    )
    expect(page.isClosed()).toBe(false)
  },
)

test(
  'a site that isolates itself gets no message, and the popup does not hang',
  inOneEngine,
  async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    const headers = { 'cross-origin-opener-policy': 'same-origin' }
    await page.goto(parentUrl(parents.crossSite, { headers }))
    const popup = await openPopup(page, popupSso(parents.crossSite))
    await signIn(popup, email)
    await expect(heading(popup)).toHaveText(signedIn)
    expect(await received(page)).toEqual([])
  },
)

test(
  'a page with an opener policy on the way costs the popup its opener, not the user the sign-in',
  inOneEngine,
  async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto(parentUrl(parents.sameSite))
    const headers = { 'cross-origin-opener-policy': 'same-origin' }
    const isolated = parentUrl(parents.crossSite, { headers })
    const popup = await openPopup(page, isolated)
    await popup.waitForURL(isolated)
    await popup.goto(popupSso(parents.sameSite))
    await signIn(popup, email)
    await expect(heading(popup)).toHaveText(signedIn)
    expect(await received(page)).toEqual([])
  },
)

test(
  'a hostile opener receives nothing, whatever origin it names',
  inOneEngine,
  async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto(parentUrl(parents.hostile))
    // A registered origin that is not the opener's: the browser delivers nothing.
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

test.describe('sandbox', () => {
  test.use({ allowed: { errors: [refusedRequests, /CORS|ERR_FAILED|null/] } })

  test('a popup out of a sandbox says why nobody can sign in there', inOneEngine, async ({ page }) => {
    // The frame may open popups, and they inherit its sandbox: their origin is opaque.
    const inner = `<button id="open" onclick="window.open('${popupSso(parents.sameSite)}')">Open</button>`
    const src = parentUrl(parents.sameSite, { html: inner })
    await page.goto(
      parentUrl(parents.sameSite, { html: frameOf(src, 'sandbox="allow-scripts allow-popups"') }),
    )
    const opened = page.waitForEvent('popup')
    await page.frameLocator('iframe').locator('#open').last().click()
    const popup = await opened
    await expect(popup.getByRole('heading', { level: 1, name: /in a sandbox/ })).toBeVisible()
    expect(await received(page)).toEqual([])
  })
})

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
