/** Runs the example platform's script (docs/examples/python/embedding.js) on a page of a registered origin. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { clientIdOf, clientSecretOf, siteOf } from '../../demo/src/sites.ts'
import { allowClosed, expect, inOneEngine, password, signIn, test } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { forgetUser, parents, parentUrl } from './parent-pages.ts'

const script = readFileSync(join(import.meta.dirname, '../../docs/examples/python/embedding.js'), 'utf8')
const origin = parents.sameSite
const codeVerifier = 'a-code-verifier-of-a-platform-in-a-test-of-its-script'
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

const html = `<button id="popup">Popup</button> <button id="silent">Silent</button> <button id="embed">Frame</button>
<output>waiting</output><div></div>
<script>
  // WebDriver BiDi gives tests no request bodies, so each body is also sent as a header.
  const realFetch = fetch
  fetch = (url, init) => realFetch(url, { ...init, headers: { ...init?.headers, 'x-body': init?.body ?? '' } })
</script>
<script type="module">
  import { embedFoyer } from '/embedding.js'
  const foyer = embedFoyer({ accountsUrl: '${accountsUrl}', platform: 'student' })
  const show = (promise) => promise.then(
    (user) => { document.querySelector('output').textContent = user ? user.email : 'nobody' },
    (error) => { document.querySelector('output').textContent = error.message },
  )
  document.getElementById('popup').onclick = () => show(foyer.popup())
  document.getElementById('silent').onclick = () => show(foyer.silent())
  document.getElementById('embed').onclick = () => show(foyer.embed(document.querySelector('div')))
</script>`

/** Redeems the code like the example's server: its redirect URL is the origin. */
async function finish(route: Route): Promise<void> {
  const site = siteOf('learning')
  const basic = btoa(`${clientIdOf(site)}:${clientSecretOf(site)}`)
  const response = await fetch(`${accountsUrl}/api/auth/codes/exchange`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      code: JSON.parse(route.request().headers()['x-body'] ?? '').code,
      platform: 'student',
      redirect_url: origin,
      code_verifier: codeVerifier,
    }),
  })
  const { data } = (await response.json()) as { data?: { user: object } }
  await route.fulfill(data ? { json: { user: data.user } } : { status: 502 })
}

async function openSite(page: Page): Promise<void> {
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/embedding.js') return route.fulfill({ body: script, contentType: 'text/javascript' })
    if (pathname === '/embedded/begin') return route.fulfill({ json: { code_challenge: codeChallenge } })
    if (pathname === '/embedded/finish') return finish(route)
    return route.continue()
  })
  const headers = {
    'content-security-policy': `default-src 'self' 'unsafe-inline'; frame-src ${accountsUrl}`,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
  await page.goto(parentUrl(origin, { html, headers }))
}

test(
  'the script of the example signs a user in by popup, then silently, and inside a frame as high as the form',
  inOneEngine,
  async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await openSite(page)
    const result = page.locator('output')
    await page.getByRole('button', { name: 'Silent' }).click()
    await expect(result).toHaveText('nobody')
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Popup' }).click()
    const popup = await opened
    await Promise.all([popup.waitForEvent('close'), signIn(popup, email).catch(allowClosed)])
    await expect(result).toHaveText(email)
    await page.reload()
    await page.getByRole('button', { name: 'Silent' }).click()
    await expect(result).toHaveText(email)

    const other = await createUser(request, { hasPassword: true })
    await forgetUser(page)
    await openSite(page)
    await page.getByRole('button', { name: 'Frame' }).click()
    const form = page.frameLocator('iframe')
    await form.getByLabel('Email or phone number').fill(other)
    await expect(page.locator('iframe')).toHaveAttribute('style', /block-size: \d{3}px/)
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByLabel('Password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(result).toHaveText(other)
    await expect(page.locator('iframe')).toHaveCount(0)
  },
)
