import { expect, heading, signIn, test } from '../browser.ts'
import { accountsUrl, zoomUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test('a signed-out user of the external site signs in on the way, and its server redeems the code', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { hasPassword: true })
  const codes: (string | null)[] = []
  page.on('request', (sent) => {
    if (sent.url().startsWith(`${zoomUrl}/foyer/callback`))
      codes.push(new URL(sent.url()).searchParams.get('code'))
  })
  await page.goto(zoomUrl)
  await page.getByRole('link', { name: 'Join the class' }).click()
  await page.waitForURL(/return=zoom-auth/)
  expect(page.url().startsWith(`${accountsUrl}/?`)).toBe(true)
  await signIn(page, email)
  await expect(heading(page)).toHaveText('You are in the class as Ravi Kumar')
  await expect(page.getByRole('main')).toContainText('zoom, no platform accepts it')
  expect(codes.at(-1)).toMatch(/^ac_/)
  expect(page.url()).toBe(`${zoomUrl}/`)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('link', { name: 'Join the class' })).toBeVisible()
  // The user is still signed in at Foyer, so no form appears.
  await page.getByRole('link', { name: 'Join the class' }).click()
  await expect(heading(page)).toHaveText('You are in the class as Ravi Kumar')
  expect(codes).toHaveLength(2)
})
