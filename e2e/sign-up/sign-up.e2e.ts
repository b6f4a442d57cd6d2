import { cutNetwork, expect, heading, refusedRequests, signIn, test, withMotion } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { identifierField } from '../sign-in/otp-step.ts'
import { accountsUrl, demoUrl } from '../test-installation.ts'
import { createUser, newEmail } from '../test-users.ts'
import {
  create,
  emailField,
  expectTracked,
  firstName,
  isSignUp,
  newPassword,
  next,
  notice,
  passwordFields,
  reachPasswordStep,
  recordSignUps,
  signUpRoute,
  typeEmail,
  typeName,
  typePasswords,
} from './sign-up-steps.ts'

test.use(withMotion)

test('a user signs up from a platform and returns to it with a name', async ({ page, request }) => {
  const sent = recordSignUps(page)
  await page.goto(demoUrl)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('link', { name: 'Sign up for free' }).click()
  await expect(page).toHaveURL(new RegExp(`^${accountsUrl}/signup\\?.*platform=student`))
  await expect(page).toHaveTitle(/^Create your account – /)
  await typeName(page)
  await expect(heading(page)).toHaveText('Alright, Meera. Now onto your email')
  await expect(page).toHaveTitle(/^Your email \(step 2 of 3\)/)
  const email = newEmail()
  await typeEmail(page, email)
  await expect(heading(page)).toHaveText('Choose a password')
  await typePasswords(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
  await expect(page.getByRole('main')).toContainText('Meera Nair')
  await expect(page.getByRole('main')).toContainText(email)
  // The captcha challenge was solved in advance, so one request was enough.
  expect(sent.map((one) => Boolean(one.postDataJSON().captcha))).toEqual([true])
  await expectTracked(request, { email, name: 'Meera Nair', source: 'direct' })
})

test('the first source and campaign of a visit stay for the tab, whatever later addresses say', async ({
  page,
}) => {
  await page.goto('/?platform=student&utm_source=mail&utm_medium=letter&utm_campaign=spring&utm_content=b')
  await page.getByRole('link', { name: 'Sign up for free' }).click()
  await expect(page).toHaveURL(/\/signup\?.*utm_campaign=spring/)
  await page.goto('/signup?platform=student&signup_source=later&utm_source=later')
  await typeName(page)
  await typeEmail(page, newEmail())
  const sent = page.waitForRequest(isSignUp)
  await typePasswords(page)
  const { source, utm_params } = (await sent).postDataJSON()
  expect(source).toBe('mail')
  expect(utm_params).toEqual({
    utm_source: 'mail',
    utm_medium: 'letter',
    utm_campaign: 'spring',
    utm_content: 'b',
  })
})

const arrivals = [
  ['?signup_source=poster&utm_source=mail', 'poster'],
  ['?utm_source=mail', 'mail'],
  ['?', 'school.example'],
] as const

for (const [query, source] of arrivals) {
  test(`sign-up takes the source from argument, campaign and referrer, in this order: ${source}`, async ({
    page,
  }) => {
    const referer = 'https://school.example/page?secret=1'
    await page.goto(`/${query}&platform=student`, { referer })
    await page.getByRole('link', { name: 'Sign up for free' }).click()
    await typeName(page)
    await typeEmail(page, newEmail())
    const sent = page.waitForRequest(isSignUp)
    await typePasswords(page)
    expect((await sent).postDataJSON().source).toBe(source)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
}

test.describe('sign-up fields', () => {
  test('each sign-up field shows the error messages of the specification (Spec 5)', async ({ page }) => {
    await page.goto('/signup?platform=student')
    await next(page).click()
    await expect(firstName(page)).toHaveAccessibleDescription(/Error: First Name: Required$/)
    await expect(firstName(page)).toBeFocused()
    await expect(page).toHaveTitle(/^Error: Create your account/)
    await typeName(page, 'a'.repeat(65), 'b'.repeat(65))
    await expect(page.locator('.field-error', { hasText: 'Length cannot be greater than 64' })).toHaveCount(2)
    await typeName(page, `  ${'a'.repeat(64)} `, '')
    await expect(heading(page)).toHaveText(`Alright, ${'a'.repeat(20)}.... Now onto your email`)

    await next(page).click()
    await expect(emailField(page)).toHaveAccessibleDescription(/Error: Email: Required$/)
    await typeEmail(page, 'meera')
    await expect(emailField(page)).toHaveAccessibleDescription(
      /Error: Enter an email address like name@example.com$/,
    )
    await typeEmail(page, newEmail())

    const [password, confirm] = passwordFields(page)
    await create(page).click()
    await expect(page.locator('.field-error', { hasText: 'Required' })).toHaveCount(2)
    await expect(password).toBeFocused()
    await password.fill('short')
    await expect(password).toHaveAccessibleDescription(/Password must have at least 8 characters/)
    await password.fill(newPassword)
    await confirm.fill('another one')
    await create(page).click()
    await expect(confirm).toHaveAccessibleDescription(/Error: The passwords do not match$/)
    await expect(confirm).toBeFocused()
  })

  test('the password rule is ticked while the user types', async ({ page }) => {
    await reachPasswordStep(page)
    const rule = page.locator('.password-rule')
    await expect(rule).not.toHaveAttribute('data-met')
    await passwordFields(page)[0].pressSequentially('12345678')
    await expect(rule).toHaveAttribute('data-met')
  })

  test('a mistyped domain in the email of sign-up gets a suggestion, which a click applies', async ({
    page,
  }) => {
    await page.goto('/signup?platform=student')
    await typeName(page)
    await emailField(page).fill('meera@gmial.com')
    await page.getByRole('button', { name: 'Did you mean meera@gmail.com?' }).click()
    await expect(emailField(page)).toHaveValue('meera@gmail.com')
  })
})

test.describe('email that already has an account', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('an email that already has an account offers to sign in instead and keeps the redirect', async ({
    page,
    request,
  }) => {
    const known = await createUser(request, { hasPassword: true })
    const target = encodeURIComponent(`${demoUrl}/library`)
    await reachPasswordStep(page, known, `&redirect-url=${target}`)
    await typePasswords(page)
    await expect(notice(page)).toContainText('account with this email already exists')
    await expect(notice(page)).toBeFocused()
    await expect(page.getByText('Go back to step 2: Email')).toBeAttached()
    await expect(emailField(page)).toHaveValue(known)
    await page.getByRole('button', { name: 'Would you like to sign in instead?' }).click()
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('autoNext')).toBe('true')
    expect(searchParams.get('email')).toBe(known)
    expect(searchParams.get('redirect-url')).toBe(`${demoUrl}/library`)
  })

  test('an email that already has an account can be replaced, and the typed password stays', async ({
    page,
    request,
  }) => {
    await reachPasswordStep(page, await createUser(request))
    await typePasswords(page)
    await expect(notice(page)).toBeVisible()
    await typeEmail(page, newEmail())
    await expect(passwordFields(page)[1]).toHaveValue(newPassword)
    await create(page).click()
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
})

test.describe('links between sign-in and sign-up', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('links between sign-in and sign-up carry the query and the typed email', async ({ page }) => {
    const target = encodeURIComponent(`${demoUrl}/library`)
    await page.goto(`/?platform=student&redirect-url=${target}&utm_source=mail&autoNext=false`)
    const email = newEmail()
    await identifierField(page).fill(email)
    await next(page).click()
    await expect(page.locator('#username-error')).toContainText('We could not find an account')
    await page.getByRole('link', { name: 'Sign up for free' }).click()
    await typeName(page)
    await expect(emailField(page)).toHaveValue(email)
    await next(page).click()
    await page.getByRole('link', { name: 'Sign in instead' }).click()
    await expect(identifierField(page)).toHaveValue(email)
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      platform: 'student',
      'redirect-url': `${demoUrl}/library`,
      utm_source: 'mail',
      email,
    })
  })

  test('platforms whose users are invited have no sign-up page and no link to one', async ({ page }) => {
    await page.goto('/signup?platform=professor')
    await expect(page).toHaveURL(/\/\?platform=professor$/)
    for (const path of ['/?platform=svp', '/?platform=professor', '/partner/login']) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: /sign up/i })).toHaveCount(0)
    }
  })

  test('a signed-in user who opens sign-up goes on to the platform at once', async ({ page, request }) => {
    await page.goto('/?platform=student')
    await signIn(page, await createUser(request, { hasPassword: true }))
    await expect(page).toHaveURL(`${demoUrl}/`)
    const target = encodeURIComponent(`${demoUrl}/library`)
    await gotoEarly(page, `/signup?platform=student&redirect-url=${target}`)
    await page.waitForURL(/\/library\?code=ac_/)
  })
})

test('a user signs up with the keyboard alone', async ({ page }) => {
  await page.goto('/signup?platform=student')
  await expect(firstName(page)).toBeFocused()
  await page.keyboard.type('Meera')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nair')
  await page.keyboard.press('Enter')
  await expect(emailField(page)).toBeFocused()
  await page.keyboard.type(newEmail())
  await page.keyboard.press('Enter')
  await expect(passwordFields(page)[0]).toBeFocused()
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show confirm password' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test('terms and privacy policy open in a new tab, and the form says so', async ({ page }) => {
  await reachPasswordStep(page)
  for (const name of ['Terms of Use', 'Privacy Policy']) {
    await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute('target', '_blank')
  }
  await expect(page.getByText('(both open in a new tab)')).toBeVisible()
})

test('pressing the button twice creates one account', async ({ page }) => {
  const sent = recordSignUps(page)
  const held = Promise.withResolvers<void>()
  await page.route(signUpRoute, async (route) => {
    await held.promise
    await route.continue()
  })
  await reachPasswordStep(page)
  for (const field of passwordFields(page)) await field.fill(newPassword)
  await create(page).dblclick()
  held.resolve()
  await expect(page).toHaveURL(`${demoUrl}/`)
  expect(sent).toHaveLength(1)
})

test.describe('an offline browser', () => {
  test.use({ allowed: { errors: [cutNetwork] } })

  test('sign-up loads its second step once an offline browser is online', async ({ page, context }) => {
    await page.goto('/signup?platform=student')
    await context.setOffline(true)
    await typeName(page, 'Meera')
    await expect(page.getByRole('button', { name: 'One moment…' })).toBeVisible()
    await expect(heading(page)).toHaveText('Create your account')
    await context.setOffline(false)
    await expect(heading(page)).toHaveText('Alright, Meera. Now onto your email')
  })
})
