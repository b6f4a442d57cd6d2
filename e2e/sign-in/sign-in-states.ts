import type { Page } from '@playwright/test'
import { expect, password, signIn, typeIdentifier, typePassword } from '../browser.ts'
import { goto, hasButton, hasField, hasHeading, hasLink, press, type State, shows } from '../state.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser, newestCode } from '../test-users.ts'

export const signInStates: State[] = [
  {
    title: 'identifier step',
    reach: goto('/?platform=student'),
    check: hasField('Email or phone number'),
  },
  {
    title: 'identifier step with an error',
    reach: async (page) => {
      await page.goto('/?platform=student')
      await press(page, 'Next')
    },
    check: shows('Enter your email or phone number'),
  },
  {
    title: 'identifier step with a typing error and a partner logo',
    reach: async (page) => {
      await page.goto('/?platform=student&login_source=itu')
      await page.getByLabel('Email or phone number').fill('a-rather-long-name@gmial.com')
    },
    check: async (page) => {
      await hasButton(/Did you mean/)(page)
      await expect(page.getByRole('img', { name: 'ITU' })).toBeVisible()
    },
  },
  {
    title: 'identifier step that asks for the country of a number',
    reach: async (page) => {
      await page.goto('/?platform=student')
      await page.getByLabel('Email or phone number').pressSequentially('9123456')
      await page.getByLabel('Country', { exact: true }).selectOption('FR')
      await press(page, 'Next')
    },
    check: shows('This is not a phone number of France'),
  },
  {
    title: 'identifier step with text that is no contact',
    reach: async (page) => {
      await page.goto('/?platform=student')
      await typeIdentifier(page, 'asha@')
    },
    check: shows('Enter an email like'),
  },
  {
    title: 'password step',
    reach: async (page) => {
      await page.goto('/?platform=student')
      await typeIdentifier(page, 'student@foyer.test')
    },
    check: hasField('Password'),
  },
  {
    title: 'password step with an error',
    reach: async (page) => {
      await page.goto('/?platform=centreAdmin')
      // Uses an unknown email, so that wrong passwords lock no account.
      await typeIdentifier(page, `unknown-${Date.now()}@foyer.test`)
      await typePassword(page, 'wrong')
    },
    check: shows('That password isn’t right'),
  },
  {
    title: 'password step that is locked',
    reach: async (page) => {
      await page.route('**/sso/login?**', (route) => {
        const json = { errors: { code: 'too-many-attempts', message: 'Too many attempts.' } }
        return route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json })
      })
      await page.goto('/?platform=student')
      await typeIdentifier(page, 'student@foyer.test')
      await typePassword(page, 'wrong')
    },
    check: shows('You can try again in 1 minute, or get a code now.'),
  },
  {
    title: 'right password without access',
    reach: async (page) => {
      const email = await createUser(page.request, { hasPassword: true })
      await page.goto('/?platform=iqa')
      await signIn(page, email)
    },
    check: hasButton('Learning'),
  },
  {
    title: 'right password without access, used after its proof ended',
    reach: async (page) => {
      const email = await createUser(page.request, { hasPassword: true })
      await page.goto('/?platform=iqa')
      await signIn(page, email)
      await page.route('**/continue-with-proof', (route) => {
        const json = { errors: { code: 'not-signed-in-here', message: 'Please sign in again.' } }
        return route.fulfill({ status: 403, json })
      })
      await press(page, 'Learning')
    },
    check: hasLink('Learning'),
  },
  {
    title: 'account of another platform that adds Learning',
    reach: async (page) => {
      const email = await createUser(page.request, { platform: 'school', hasPassword: true })
      await page.goto('/?platform=student')
      await typeIdentifier(page, email)
      await press(page, 'Use your account of another platform')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await press(page, 'Sign in')
    },
    check: hasButton('Add Learning and continue'),
  },
  {
    title: 'right code without access',
    reach: async (page) => {
      const email = await createUser(page.request, { platform: 'school' })
      await page.goto('/?platform=iqa')
      await typeIdentifier(page, email)
      await press(page, 'Sign in with OTP')
      await page.getByLabel('Code', { exact: true }).fill(await newestCode(page.request, email))
    },
    check: hasButton('Schools'),
  },
  {
    title: 'school sign-in without access',
    reach: async (page) => {
      const email = await createUser(page.request, { platform: 'recruitmentUtils', hasPassword: true })
      await page.goto('/school/login')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await press(page, 'Sign in')
    },
    check: hasButton('Recruitment Utilities'),
  },
  {
    title: 'password step with Caps Lock',
    reach: async (page) => {
      await page.goto('/?platform=student')
      await typeIdentifier(page, 'student@foyer.test')
      const field = page.getByLabel('Password', { exact: true }).filter({ visible: true })
      await field.evaluate((input) => {
        input.focus()
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true }))
      })
    },
    check: shows('Caps Lock is on'),
  },
  {
    title: 'code step',
    reach: reachCodeStep,
    check: shows('Resend in'),
  },
  {
    title: 'code step with an error',
    reach: async (page) => {
      await reachCodeStep(page)
      await page.getByText('Resend in').waitFor()
      await page.getByText('Problems with the code?').click()
      await press(page, 'Verify')
    },
    check: shows('Enter the 6 digits of the code'),
  },
  {
    title: 'code being sent',
    reach: async (page) => {
      await page.route('**/users/otp?**', () => {})
      await reachCodeStep(page)
    },
    check: shows('Sending a code…'),
  },
  {
    title: 'code that was not sent',
    reach: async (page) => {
      await page.route('**/users/otp?**', (route) => route.fulfill({ status: 400, json: { errors: {} } }))
      await reachCodeStep(page)
    },
    check: hasButton('Send code'),
  },
  {
    title: 'too many codes',
    reach: async (page) => {
      await page.route('**/users/otp?**', (route) => {
        const json = { errors: { code: 'too-many-attempts', message: 'Too many attempts.' } }
        return route.fulfill({ status: 429, headers: { 'retry-after': '900' }, json })
      })
      await reachCodeStep(page)
    },
    check: shows('Try again in 15 minutes'),
  },
  {
    title: 'sign-in with the offer of a passkey',
    reach: async (page) => {
      await offerPasskeys(page)
      await page.goto('/?platform=student')
      await signIn(page, 'student@foyer.test')
    },
    check: hasHeading('Sign in faster next time'),
  },
  {
    title: 'sign-in that cannot reach the platform',
    reach: async (page) => {
      await page.route('**/api/auth/codes', (route) => route.fulfill({ status: 400, json: { errors: {} } }))
      await page.goto('/?platform=student')
      await signIn(page, 'student@foyer.test')
    },
    check: hasHeading('We couldn’t take you to Learning'),
  },
  {
    title: 'sign-in that comes back again and again',
    reach: async (page) => {
      await page.goto('/account?platform=student')
      await signIn(page, 'student@foyer.test')
      await page.waitForURL(/\/account/)
      await page.route(`${demoUrl}/**`, (route) => route.fulfill({ body: 'Back to sign-in' }))
      for (let visit = 0; visit < 2; visit += 1) {
        await page.goto('/?platform=student')
        await page.waitForURL(`${demoUrl}/**`)
      }
      await page.goto('/?platform=student')
    },
    check: hasHeading('Learning keeps sending you back'),
  },
  {
    title: 'handover of a signed-in user',
    reach: async (page) => {
      await page.goto('/account?platform=student')
      await signIn(page, 'student@foyer.test')
      await page.waitForURL(/\/account/)
      await page.route('**/api/auth/codes', () => {})
      await page.goto('/?platform=student')
    },
    check: hasHeading('Taking you to Learning…'),
  },
  {
    title: 'school sign-in',
    reach: goto('/school/login'),
    check: hasButton('Play'),
  },
  ...['Verified Profiles', 'Hire Faster'].map((name) => ({
    title: `school sign-in with the slide ${name}`,
    reach: async (page: Page) => {
      await page.goto('/school/login')
      await press(page, name)
    },
    check: (page: Page) => expect(page.getByRole('group', { name })).toBeVisible(),
  })),
  {
    title: 'school sign-in with errors',
    reach: async (page) => {
      await page.goto('/school/login')
      await press(page, 'Sign in')
    },
    check: shows('Enter your password'),
  },
  { title: 'partner sign-in', reach: goto('/partner/login'), check: hasField('Email') },
  {
    title: 'partner sign-in that is authenticating',
    reach: async (page) => {
      await page.route('**/sso/login**', () => {})
      await page.goto('/partner/login')
      await page.getByLabel('Email').fill('olympiadpartner@foyer.test')
      await page.getByLabel('Password', { exact: true }).fill('any')
      await press(page, 'Sign in')
    },
    check: (page) => expect(page.locator('.form-frame-veil')).toHaveCSS('opacity', '1'),
  },
  { title: 'school verification sign-in', reach: goto('/?platform=svp'), check: hasField('Email ID') },
]

async function reachCodeStep(page: Page): Promise<void> {
  const email = await createUser(page.request, { hasPassword: true })
  await page.goto('/?platform=student')
  await typeIdentifier(page, email)
  await press(page, 'Sign in with OTP')
}

/** Says that the device makes passkeys. */
async function offerPasskeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.PublicKeyCredential)
      PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = async () => true
  })
}
