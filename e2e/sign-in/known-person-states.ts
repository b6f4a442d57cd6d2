import type { Page } from '@playwright/test'
import { password, signIn } from '../browser.ts'
import { hasButton, press, type State, shows } from '../state.ts'
import { accountsUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

/** The states of sign-in in a browser that knows a person. */
export const knownPersonStates: State[] = [
  {
    title: 'last person',
    reach: keepPerson('/?platform=student'),
    check: hasButton('Someone else'),
  },
  {
    title: 'last person with an error',
    reach: async (page) => {
      await keepPerson('/?platform=professor', 'a-rather-long-name-of-a-professor@foyer.test')(page)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    },
    check: shows('Enter your password'),
  },
  {
    title: 'account that is signed in at another platform',
    reach: continueAt('/?platform=professor'),
    check: hasButton('Continue as Maya'),
  },
  {
    title: 'account that is signed in at another platform, with an error',
    reach: async (page) => {
      await continueAt('/?platform=professor')(page)
      const json = { errors: { code: 'too-many-attempts', message: 'Too many attempts.' } }
      await page.route('**/sessions/continue', (route) =>
        route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json }),
      )
      await press(page, 'Continue as Maya')
    },
    check: shows('Too many attempts.'),
  },
  {
    title: 'several accounts of one browser',
    reach: async (page) => {
      const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
      await page.goto('/?platform=professor')
      await signIn(page, email)
      await page.waitForURL((url) => url.origin !== accountsUrl)
      await page.goto('/school/login')
      await page.getByLabel('Email').fill('many@foyer.test')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await press(page, 'Sign in')
      await page.waitForURL((url) => url.origin !== accountsUrl)
      await page.goto('/?platform=student')
    },
    check: hasButton(/^(Ravi Kumar|Maya Verma)/),
  },
  {
    title: 'school sign-in with the last person',
    reach: keepPerson('/school/login'),
    check: hasButton('Someone else'),
  },
]

/** Opens the path in a browser that remembers a person on every platform. */
function keepPerson(path: string, identifier = 'asha.rao@foyer.test') {
  return async (page: Page): Promise<void> => {
    await page.addInitScript((typed) => {
      // Firefox also runs the script on its initial empty page, which has no storage.
      if (!location.protocol.startsWith('http')) return
      const names = { firstName: 'Asha', fullName: 'Asha Rao', picture: null }
      const person = { uuid: '', identifier: typed, ...names, method: 'password', keptAt: Date.now() }
      for (const platform of ['student', 'professor', 'school'])
        localStorage.setItem(`foyer.person.${platform}`, JSON.stringify(person))
    }, identifier)
    await page.goto(path)
  }
}

/** Opens a path where the demo's Maya, who is signed in at Learning, may continue. */
function continueAt(path: string) {
  return async (page: Page): Promise<void> => {
    await page.goto('/?platform=student')
    await signIn(page, 'many@foyer.test')
    await page.waitForURL((url) => url.origin !== accountsUrl)
    await page.goto(path)
  }
}
