/** Tests that one logout reaches every window of a platform in the browser, and no other platform (product 4, N-65). */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, heading, inOneEngine, signIn, signOut, test } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { foyerUrl, frameOf, parents, parentUrl, received } from './parent-pages.ts'

const signedOutElsewhere = 'You were signed out in another tab.'
const request = { type: 'foyer:logout', platform: 'student' }

const listening = (origin: string) => frameOf(foyerUrl('/iframe-sso', { platform: 'student', origin }))

/** Opens the account page of a signed-in user. */
async function openAccount(context: BrowserContext, email?: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/account?platform=student')
  if (email) await signIn(page, email)
  await expect(heading(page)).toHaveText('Your account')
  return page
}

/** Opens a site whose Foyer frame has sent its answer and still listens. */
async function openSite(page: Page, origin: string = parents.sameSite, more = ''): Promise<void> {
  await page.goto(parentUrl(origin, { html: listening(origin) + more }))
  await expect.poll(() => received(page, 'foyer:code')).toHaveLength(1)
  expect(await received(page, 'foyer:ready')).toHaveLength(1)
}

/** Posts a message from the site to its first frame. */
function post(page: Page, message: unknown): Promise<void> {
  return page.evaluate(({ message, target }) => window.frames[0]?.postMessage(message, target), {
    message,
    target: accountsUrl,
  })
}

const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('foyer.auth.student') !== null)

test('a site asks the framed page for a logout, and every window of the platform follows', async ({
  page,
  context,
}) => {
  const account = await openAccount(context, await createUser(context.request, { hasPassword: true }))
  await openSite(page)
  await post(page, request)
  await expect.poll(() => received(page, 'foyer:logout-success')).toHaveLength(1)
  await expect(account.getByRole('main').getByText(signedOutElsewhere)).toBeVisible()
  await expect(heading(account)).toHaveText(/^Sign in to /)
  expect(await isSignedIn(account)).toBe(false)
})

test(
  'one sign-out reaches two sites of the platform and three tabs, and no tab of another platform',
  inOneEngine,
  async ({ page, context }) => {
    const platform = ['student', 'school']
    const email = await createUser(context.request, { platform, hasPassword: true })
    const account = await openAccount(context, email)
    const school = await context.newPage()
    await school.goto('/account?platform=school')
    await school.getByRole('button', { name: 'Continue as Ravi' }).click()
    await expect(heading(school)).toHaveText('Your account')
    const help = await context.newPage()
    await help.goto('/help?platform=student')
    const home = await openAccount(context)

    await openSite(page)
    const other = await context.newPage()
    await openSite(other, parents.secondSite)

    await signOut(account)
    await expect(account.getByRole('main').getByText('You have signed out')).toBeVisible()
    for (const site of [page, other]) {
      await expect.poll(() => received(site, 'foyer:logout-success')).toHaveLength(1)
    }
    await expect(home.getByRole('main').getByText(signedOutElsewhere)).toBeVisible()
    await expect(help.getByText(signedOutElsewhere).first()).toBeVisible()
    await expect(help.getByRole('button', { name: /^Account of / })).toHaveCount(0)
    await expect(heading(school)).toHaveText('Your account')
    await school.reload()
    await expect(heading(school)).toHaveText('Your account')
  },
)

test(
  'a hostile frame beside the framed page signs nobody out, whatever it posts (N-65)',
  inOneEngine,
  async ({ page, context }) => {
    const account = await openAccount(context, await createUser(context.request, { hasPassword: true }))
    await openSite(page, parents.sameSite, frameOf(parentUrl(parents.hostile)))
    const hostile = page.frames().find((frame) => frame.url().startsWith(parents.hostile))
    const sent = await hostile?.evaluate((message) => {
      const target = window.parent.frames[0]
      const strange = [
        message,
        null,
        7,
        'foyer:logout',
        [message],
        { __proto__: message },
        { ...message, platform: 'toString' },
      ]
      for (let round = 0; round < 100; round += 1) for (const one of strange) target?.postMessage(one, '*')
      return strange.length
    }, request)
    expect(sent).toBe(7)
    // Messages arrive in order: when the site's own request is answered, the earlier messages have had no effect.
    await post(page, { ...request, platform: 'school' })
    expect(await isSignedIn(account)).toBe(true)
    await post(page, request)
    await expect.poll(() => received(page, 'foyer:logout-success')).toHaveLength(1)
    expect(hostile && (await received(hostile))).toEqual([])
  },
)
