/** Tests the help page: topics, the request with and without a session, errors, and text that is never lost. */
import { cutNetwork, expect, heading, refusedRequests, signIn, test, withMotion } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { supportEmail } from '../test-installation.ts'
import { createUser, newEmail } from '../test-users.ts'
import {
  categoriesAbout,
  categoriesRoute,
  category,
  emailField,
  mailsAbout,
  messageField,
  openHelp,
  reference,
  requestsRoute,
  sendButton,
  subjectField,
  typeQuestion,
} from './help-steps.ts'

test.use(withMotion)

test('a visitor chooses a topic, reads its answer, writes, and gets a reference by page and mail', async ({
  page,
  request,
}) => {
  const email = newEmail()
  await openHelp(page)
  await expect(page).toHaveTitle(/^Help – /)
  await expect(page.getByText(categoriesAbout)).not.toBeInViewport()
  await category(page, 'My code or link doesn’t arrive').check()
  await expect(page.getByText(categoriesAbout)).toBeInViewport()
  await typeQuestion(page)
  await emailField(page).fill(email)
  await page.getByLabel('Name (optional)').fill('Meera Nair')
  await sendButton(page).click()
  await expect(heading(page)).toHaveText('We got your message')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  const given = await reference(page)
  const [received, asked] = await mailsAbout(request, given)
  expect([received?.to, asked?.to]).toEqual([email, supportEmail])
  expect(asked?.subject).toBe(`[${given}] No code since this morning`)
  expect(asked?.text).toContain('> I asked for a code three times.\n> None has arrived.')
  expect(received?.text).not.toContain('three times')

  await page.reload()
  await expect(heading(page)).toHaveText('We got your message')
  expect(await reference(page)).toBe(given)
  await page.getByRole('button', { name: 'Send another' }).click()
  await expect(heading(page)).toHaveText('How can we help?')
  await expect(messageField(page)).toHaveValue('')
  await page.reload()
  await expect(heading(page)).toHaveText('How can we help?')
})

test('a signed-in user types neither email nor name, and gets a copy of the message', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor&return=account')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/account/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL(/\/help\?platform=professor$/)
  await expect(page.getByRole('form').getByText(email)).toBeVisible()
  await expect(emailField(page)).toHaveCount(0)
  await typeQuestion(page)
  const sent = page.waitForRequest(requestsRoute)
  await sendButton(page).click()
  await expect(heading(page)).toHaveText('We got your message')
  expect(Object.keys((await sent).postDataJSON())).toEqual(['category', 'subject', 'message', 'platform'])
  const [received] = await mailsAbout(request, await reference(page))
  expect(received?.to).toBe(email)
  expect(received?.text).toContain('> I asked for a code three times.')
})

test('a request can be written and sent with the keyboard alone', async ({ page }) => {
  await openHelp(page)
  await category(page, 'I can’t sign in').focus()
  await page.keyboard.press('ArrowDown')
  await expect(category(page, 'My code or link doesn’t arrive')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type(newEmail())
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('No code')
  await page.keyboard.press('Tab')
  await page.keyboard.type('One line')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Another')
  await expect(messageField(page)).toHaveValue('One line\nAnother')
  await page.keyboard.press('Tab')
  await expect(sendButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('We got your message')
})

test('errors stand at their fields, the first has the focus, and a correction removes its error', async ({
  page,
}) => {
  await openHelp(page)
  await sendButton(page).click()
  await expect(category(page, 'I can’t sign in')).toBeFocused()
  await expect(page.locator('.field-error')).toHaveCount(4)
  await category(page, 'Something else').check()
  await expect(page.locator('.field-error')).toHaveCount(3)
  await emailField(page).fill('meera')
  await expect(page.getByText('Enter an email address like name@example.com')).toBeVisible()
  await messageField(page).fill('a'.repeat(4_001))
  await expect(page.locator('#message-hint')).toHaveText('1 character too many.')
  await messageField(page).fill('a'.repeat(3_990))
  await expect(page.locator('#message-hint')).toHaveText('10 characters left.')
})

test('a reload keeps everything that was written, on this platform only', async ({ page }) => {
  await openHelp(page)
  await typeQuestion(page)
  await emailField(page).fill('meera@example.com')
  await page.reload()
  await expect(category(page, 'My code or link doesn’t arrive')).toBeChecked()
  await expect(emailField(page)).toHaveValue('meera@example.com')
  await expect(subjectField(page)).toHaveValue('No code since this morning')
  await expect(messageField(page)).toHaveValue('I asked for a code three times.\nNone has arrived.')
  await openHelp(page, 'platform=school')
  await expect(messageField(page)).toHaveValue('')
})

test('text that is typed before the script arrives stays, and survives a reload', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await gotoEarly(page, '/help?platform=student')
  await messageField(page).fill('Typed early')
  release()
  await expect(page.getByRole('radio')).toHaveCount(8)
  await expect(messageField(page)).toHaveValue('Typed early')
  await page.reload()
  await expect(messageField(page)).toHaveValue('Typed early')
})

test.describe('failures', () => {
  test.use({ allowed: { errors: [refusedRequests, cutNetwork, /status of 503/] } })

  test('a page that cannot load its topics still sends a request, and loads them again on demand', async ({
    page,
  }) => {
    await page.route(categoriesRoute, (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 })
    await page.goto('/help?platform=student')
    await expect(page.getByText('We couldn’t load the topics. You can still write to us.')).toBeVisible()
    await emailField(page).fill(newEmail())
    await subjectField(page).fill('No topics')
    await messageField(page).fill('The list is empty.')
    await page.getByRole('button', { name: 'Load topics again' }).click()
    await expect(page.getByRole('radio')).toHaveCount(8)
    await page.route(categoriesRoute, (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.reload()
    await expect(page.getByText('We couldn’t load the topics. You can still write to us.')).toBeVisible()
    const sent = page.waitForRequest(requestsRoute)
    await sendButton(page).click()
    await expect(heading(page)).toHaveText('We got your message')
    expect((await sent).postDataJSON().category).toBe('other')
  })

  test('a page with an empty list of topics sends a request without one', async ({ page }) => {
    await page.route(categoriesRoute, (route) => route.fulfill({ json: { data: [] } }))
    await page.goto('/help?platform=student')
    await emailField(page).fill(newEmail())
    await subjectField(page).fill('No topics')
    await messageField(page).fill('There is no list.')
    await expect(page.getByText('Loading topics…')).toHaveCount(0)
    await sendButton(page).click()
    await expect(heading(page)).toHaveText('We got your message')
  })

  test('a request whose answer is lost is sent again with the same key, and makes one reference', async ({
    page,
    request,
  }) => {
    const keys: (string | undefined)[] = []
    page.on('request', (one) => {
      if (one.url().endsWith('/help/requests')) keys.push(one.headers()['idempotency-key'])
    })
    await openHelp(page)
    await typeQuestion(page)
    const email = newEmail()
    await emailField(page).fill(email)
    await page.route(
      requestsRoute,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('We got your message')
    expect(new Set(keys).size).toBe(1)
    const given = await reference(page)
    expect(await mailsAbout(request, given)).toHaveLength(2)
  })

  test('a session that has ended meanwhile costs no text: the user types an email and sends', async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { platform: 'professor', hasPassword: true })
    await page.goto('/?platform=professor&return=account')
    await signIn(page, email)
    await expect(page).toHaveURL(/\/account/)
    await openHelp(page, 'platform=professor')
    await typeQuestion(page)
    await page.evaluate(() => {
      const key = 'foyer.auth.professor'
      const auth = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...auth, accessToken: 'ended', refreshToken: 'rt_ended' }))
    })
    await sendButton(page).click()
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await emailField(page).fill(email)
    await sendButton(page).click()
    await expect(heading(page)).toHaveText('We got your message')
  })
})

test.describe('footer', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('the first link of every footer leads to help for the platform, without the rest of the query', async ({
    page,
  }) => {
    const help = page.getByRole('contentinfo').getByRole('link').first()
    for (const [path, platform] of [
      ['/?platform=student&utm_source=mail&email=meera%40example.com', 'student'],
      ['/school/login', 'school'],
      ['/signup?platform=student', 'student'],
      ['/forgot-password?platform=svp', 'svp'],
      ['/logout?platform=nonsense', 'student'],
    ] as const) {
      await page.goto(path)
      await expect(help).toHaveText('Help')
      await expect(help).toHaveAttribute('href', `/help?platform=${platform}`)
    }
    await help.click()
    await expect(heading(page)).toHaveText('How can we help?')
    await emailField(page).fill('meera@example.com')
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page.getByLabel('Email or phone number')).toHaveValue('meera@example.com')
  })
})
