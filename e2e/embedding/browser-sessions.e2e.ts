/** Tests the accounts of one browser in tabs, popups and frames (N-168, N-172, N-174). */
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { allowClosed, expect, heading, refusedRequests, signIn, test } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { embed, foyerUrl, frameOf, openPopup, parents, parentUrl, received } from './parent-pages.ts'

/** Firefox reports that a cross-site frame refuses the cookies, which are SameSite=Strict. */
const refusedCookie = /^Cookie “(kd|bs)” has been rejected because it is in a cross-site context/

test.use({ allowed: { errors: [refusedRequests, refusedCookie] } })

const continueAs = (page: Page, firstName: string) =>
  page.getByRole('button', { name: `Continue as ${firstName}`, exact: true })

const newUser = (request: APIRequestContext, firstName: string, platform: string[]) =>
  createUser(request, { firstName, platform, hasPassword: true })

/** Opens the account page of a platform in a new tab. */
async function openAccount(context: BrowserContext, platform: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`/account?platform=${platform}`)
  return page
}

const silentCodes = async (page: Page, platform: string) => {
  const src = foyerUrl('/iframe-sso', { platform, origin: parents.sameSite })
  await page.goto(parentUrl(parents.sameSite, { html: frameOf(src) }))
  await expect.poll(() => received(page, 'foyer:code')).toHaveLength(1)
  return (await received(page, 'foyer:code')).map(({ data }) => data.code)
}

test('a user of another platform continues in a popup with one tap, and never in a frame', async ({
  page,
  context,
}) => {
  const email = await newUser(context.request, 'Maya', ['professor', 'student'])
  await signIn(await openAccount(context, 'professor'), email)
  await expect(heading(context.pages().at(-1) as Page)).toHaveText('Your account')

  const origin = parents.sameSite
  const frame = await embed(page, origin, foyerUrl('/', { platform: 'student', iframe: 'true', origin }))
  await expect(frame.getByLabel('Email or phone number')).toBeVisible()
  await expect(frame.getByText('Maya')).toHaveCount(0)
  expect(await silentCodes(page, 'student'), 'nobody tapped').toEqual([null])

  await page.goto(parentUrl(origin))
  const popup = await openPopup(page, foyerUrl('/popup-sso', { platform: 'student', origin }))
  await expect(continueAs(popup, 'Maya')).toBeVisible()
  // A popup ignores what may be the second half of a double click.
  await popup.waitForFunction(() => performance.now() > 500)
  const closed = popup.waitForEvent('close')
  await continueAs(popup, 'Maya').click().catch(allowClosed)
  await closed
  await expect.poll(() => received(page, 'foyer:code')).toHaveLength(1)
  expect((await received(page, 'foyer:code'))[0]?.data.code).toMatch(/^ac_/)
  expect(await silentCodes(page, 'student')).toEqual([expect.stringMatching(/^ac_/)])
})

test('a family of three accounts chooses by name, and ten tabs keep the account of their platform', async ({
  context,
  request,
}) => {
  test.setTimeout(180_000)
  const maya = await newUser(request, 'Maya', ['student', 'olympiadPartner'])
  const arun = await newUser(request, 'Arun', ['professor', 'iqa'])
  const tara = await newUser(request, 'Tara', ['centerHead', 'iqa'])
  for (const [email, platform] of [
    [maya, 'student'],
    [arun, 'professor'],
    [tara, 'centerHead'],
  ] as const) {
    const page = await openAccount(context, platform)
    // An account without access is offered only until the service has answered.
    await signIn(page, email)
    await expect(heading(page)).toHaveText('Your account')
    await page.close()
  }

  const chooser = await openAccount(context, 'iqa')
  await expect(continueAs(chooser, 'Maya'), 'has no access').toHaveCount(0)
  await chooser.getByRole('button', { name: /^Arun/ }).click()
  await expect(heading(chooser)).toHaveText('Your account')
  await expect(chooser.getByRole('button', { name: /^Account of Arun/ })).toBeVisible()

  const owners = { student: 'Maya', professor: 'Arun', centerHead: 'Tara', iqa: 'Arun' }
  const tabs: [Page, string][] = []
  for (let count = 0; count < 10; count += 1) {
    const [platform = '', owner = ''] = Object.entries(owners)[count % 4] ?? []
    tabs.push([await openAccount(context, platform), owner])
  }
  for (const [tab, owner] of tabs)
    await expect(tab.getByRole('button', { name: `Account of ${owner}` })).toBeVisible()
  await Promise.all(tabs.map(([tab]) => tab.reload()))
  for (const [tab, owner] of tabs)
    await expect(tab.getByRole('button', { name: `Account of ${owner}` })).toBeVisible()
})

test('a shared computer keeps a sign-in for its tab, and no name for the next person', async ({
  page,
  context,
}) => {
  const email = await newUser(context.request, 'Maya', ['student', 'professor'])
  await page.goto('/?platform=student&return=account')
  await page.getByLabel('This is a shared computer').check()
  await signIn(page, email)
  await expect(heading(page)).toHaveText('Your account')
  // The page has its heading before its script: a reload meanwhile cancels modules, which Firefox reports.
  await page.locator('html[data-started]').waitFor()
  await page.reload()
  await expect(heading(page)).toHaveText('Your account')

  const next = await context.newPage()
  for (const platform of ['student', 'professor']) {
    await next.goto(`/?platform=${platform}`)
    await expect(next.getByLabel('Email or phone number')).toBeVisible()
    await expect(next.getByText('Maya')).toHaveCount(0)
  }
  await page.goto('/logout?platform=student')
  await expect(page).toHaveURL((url) => url.origin === accountsUrl && url.pathname === '/')
  await page.goto('/account?platform=student')
  await expect(page.getByLabel('Email or phone number')).toBeVisible()
  await expect(page.getByText('Maya')).toHaveCount(0)
})
