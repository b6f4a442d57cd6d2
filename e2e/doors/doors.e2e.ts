/** Tests 'Where to?' with the sites of four platforms; page-tests/doors covers the rest. */
import { expect, heading, inOneEngine, signIn, test } from '../browser.ts'
import { siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test('a professor of four platforms enters all of them with one password and three taps', async ({
  page,
}) => {
  const platform = ['professor', 'student', 'school', 'iqa']
  const email = await createUser(page.request, { platform, hasPassword: true })
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/auth\/.*(login|verify|continue)$/.test(pathname)) sent.push(pathname)
  })

  await page.goto('/?platform=professor')
  await signIn(page, email)
  await expect(page).toHaveURL(`${siteUrl('professor')}/`)
  for (const [site, name] of [
    ['learning', 'Learning'],
    ['school', 'Schools'],
    ['iqa', 'Quality Assessment'],
  ] as const) {
    await page.goto('/doors?platform=professor')
    await expect(page.getByRole('button', { name: /^Professor Portal.*You are here/ })).toBeVisible()
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await expect(page).toHaveURL(`${siteUrl(site)}/`)
    await expect(page.locator('body')).toContainText(email)
  }
  const continued = '/api/auth/sessions/continue'
  expect(sent).toEqual(['/api/auth/sso/login', continued, continued, continued])
})

// The driver of Firefox never sees the end of a navigation to a cached page.
test('Back from a platform returns to doors that open again', inOneEngine, async ({ page }) => {
  const email = await createUser(page.request, { platform: ['professor', 'iqa'], hasPassword: true })
  await page.goto('/doors?platform=professor')
  await signIn(page, email)
  await expect(heading(page)).toHaveText(/^Where to/)
  await page.getByRole('button', { name: /^Quality Assessment/ }).click()
  await expect(page).toHaveURL(`${siteUrl('iqa')}/`)
  await page.goBack()
  await expect(page).toHaveURL(/\/doors\?platform=professor$/)
  await page.getByRole('button', { name: /^Quality Assessment.*Last visit/ }).click()
  await expect(page).toHaveURL(`${siteUrl('iqa')}/`)
})
