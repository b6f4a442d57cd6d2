/** Lists, for the gallery, every page that the service renders and the states of every sign-in, for every platform. */
import { addresses } from '@foyer/contract/addresses'
import type { PageName } from '@foyer/contract/pages'
import { type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import type { Page } from '@playwright/test'
import { expect, heading, password, signIn } from './browser.ts'
import { hold, isBusy } from './busy-states.ts'
import { hasFieldError, type State } from './state.ts'
import { accountsUrl } from './test-installation.ts'

/** Returns one state for each page of each platform, except pages that answer 404 or a redirect. */
export async function tourOfPlatforms(): Promise<State[]> {
  const stops = platforms.flatMap((platform) =>
    [...pathsOf(platform)].map(([page, path]) => ({ platform, page, path })),
  )
  const rendered = await Promise.all(
    stops.map(async (stop) => (await fetch(accountsUrl + stop.path, { redirect: 'manual' })).status === 200),
  )
  return stops.filter((_, index) => rendered[index]).map(stateOf)
}

/** Returns the sign-in of each platform with an error and while busy. `tourOfPlatforms` shows the sign-in as it opens. */
export function signInOfPlatforms(): State[] {
  return platforms.flatMap((platform): State[] => [
    {
      title: `sign-in of ${platform} with errors`,
      reach: async (page) => {
        await page.goto(`/?platform=${platform}`)
        await page.locator('button[type=submit]').click()
      },
      check: hasFieldError,
    },
    {
      title: `sign-in of ${platform}, busy`,
      reach: async (page) => {
        await hold(page, '**/users/fetch')
        await hold(page, '**/sso/login**')
        await page.goto(`/?platform=${platform}`)
        await page.locator('input[autocomplete~=username]').fill('asha@example.com')
        if (platformRow(platform).form === 'email-password') {
          await page.getByLabel('Password', { exact: true }).fill('any')
        }
        await page.locator('button[type=submit]').click()
      },
      check: isBusy,
    },
  ])
}

/** Returns the path of each page, in the platform's own area if the platform has one. */
function pathsOf(platform: Platform): Map<PageName, string> {
  const { area } = platformRow(platform)
  const found = new Map<PageName, string>()
  for (const row of addresses) {
    if (!('page' in row) || (row.area !== 'main' && row.area !== area)) continue
    found.set(row.page, `${row.path.replace(/:\w+/g, '-')}?platform=${platform}`)
  }
  return found
}

function stateOf({
  platform,
  page: name,
  path,
}: {
  platform: Platform
  page: PageName
  path: string
}): State {
  return {
    title: `${name} of ${platform}`,
    reach: async (page) => {
      // Blocks the script, because it would redirect from the logout page to sign-in.
      if (name === 'logout') await page.route('**/assets/*.js', () => {})
      await page.goto(path, { waitUntil: name === 'logout' ? 'commit' : 'load' })
      if (ownHeadings[name]) await signInAs(page, platform)
    },
    check: async (page) => {
      const own = ownHeadings[name]
      if (own) await expect(heading(page)).toHaveText(own)
      await expect(heading(page)).toBeVisible()
    },
  }
}

/** The headings of the pages that only signed-in users see. */
const ownHeadings: { [P in PageName]?: string | RegExp } = { account: 'Your account', doors: /^Where to/ }

async function signInAs(page: Page, platform: Platform): Promise<void> {
  const email = `${platform.toLowerCase()}@foyer.test`
  if (platformRow(platform).form === 'identifier') return signIn(page, email)
  await page.locator('input[autocomplete=username]').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('button[type=submit]').click()
}
