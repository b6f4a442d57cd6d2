/** Tests passkeys with the virtual authenticator of Chromium (N-220, N-221). */
import type { Page } from '@playwright/test'
import {
  expect,
  heading,
  inOneEngine,
  refusedRequests,
  signIn,
  signOut,
  test,
  typePassword,
} from '../browser.ts'
import { createUser } from '../test-users.ts'

const security = '/account/security?platform=professor'

/** Gives the browser a keeper of passkeys that verifies its user without asking; without a lock, it cannot verify anybody. */
async function addKeeper(page: Page, { isSynced = true, hasLock = true } = {}): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: hasLock,
      isUserVerified: hasLock,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
}

/** Signs out, and opens the section again, which asks to sign in. */
async function leave(page: Page): Promise<void> {
  await signOut(page)
  await expect(page.getByRole('button', { name: 'Someone else' })).toBeVisible()
  await page.goto(security)
}

test(
  'a user adds a passkey, renames it, signs in with it in two ways, and removes it',
  inOneEngine,
  async ({ page, browser, alsoAllowed }) => {
    alsoAllowed.push(refusedRequests)
    await addKeeper(page)
    const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
    await page.goto(security)
    await signIn(page, email)
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(heading(page)).toHaveText('Security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.locator('.notice-banner')).toHaveText(/Passkey added/)
    await page.getByRole('button', { name: /^Rename/ }).click()
    await page.getByLabel('Name of the passkey').fill('My laptop')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('term').filter({ hasText: 'My laptop' })).toBeVisible()

    // The keeper chooses the passkey in the list of the field for the user.
    await leave(page)
    await page.getByRole('button', { name: 'Someone else' }).click()
    await expect(heading(page)).toHaveText('Security')

    // A browser without such lists asks after a tap. The page sees which passkeys it reports as unknown.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
      const reported: object[] = []
      Object.assign(window, { reported })
      Object.assign(PublicKeyCredential, {
        signalUnknownCredential: async (passkey: object) => {
          reported.push(passkey)
        },
      })
    })
    await leave(page)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(heading(page)).toHaveText('Security')

    // Another browser cannot tell this one's keeper that the passkey is gone.
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await other.goto(security)
    await signIn(other, email)
    await other.getByRole('button', { name: /^Remove My laptop/ }).click()
    await other.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(other.locator('.notice-banner')).toHaveText(/Passkey removed/)
    await elsewhere.close()

    await leave(page)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(page.locator('.notice-error')).toContainText(
      'This passkey doesn’t belong to an account here',
    )
    const { hostname } = new URL(page.url())
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'reported')))
      .toEqual([{ rpId: hostname, credentialId: expect.stringMatching(/^[\w-]+$/) }])
    await typePassword(page)
    await expect(heading(page)).toHaveText('Security')
  },
)

test('a user accepts the offer of a passkey after a sign-in, and goes on', inOneEngine, async ({ page }) => {
  await addKeeper(page)
  const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
  await page.goto(security)
  await signIn(page, email)
  await expect(heading(page)).toHaveText('Sign in faster next time')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(heading(page)).toHaveText('Security')
  await expect(page.getByRole('button', { name: 'Add another passkey' })).toBeVisible()
})

test('the list tells a synced passkey from that of one device', inOneEngine, async ({ page, browser }) => {
  await addKeeper(page)
  const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
  await page.goto(security)
  await signIn(page, email)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Synced to your other devices.')).toBeVisible()

  const second = await browser.newContext()
  const device = await second.newPage()
  await addKeeper(device, { isSynced: false })
  await device.goto(security)
  await signIn(device, email)
  await expect(heading(device)).toHaveText('Security')
  await device.getByRole('button', { name: 'Add another passkey' }).click()
  await expect(device.getByText('On one device only.')).toBeVisible()
  await expect(device.getByText('Synced to your other devices.')).toBeVisible()
  await second.close()
})

test(
  'a device that cannot verify its user is offered no passkey and adds none',
  inOneEngine,
  async ({ page }) => {
    await addKeeper(page, { hasLock: false })
    const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
    await page.goto(security)
    await signIn(page, email)
    await expect(heading(page)).toHaveText('Security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.locator('.notice-error')).toContainText('Your device made no passkey')
  },
)
