/** Tests where a user arrives after a sign-in on a platform without a home (product 4, 6). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { signIn } from '../browser/sign-in.ts'
import { homeOf } from '../sign-in/sign-in-steps.ts'
import { listPath, showsDoors } from './doors-steps.ts'

for (const platform of ['serviceAdmin', 'recruitmentUtils'] as const)
  test(`a user of ${platform} with several platforms chooses after the sign-in where to go`, async () => {
    const browser = await openBrowser()
    const { email } = await browser.service.makeUser({ platforms: [platform, 'professor', 'iqa'] })
    const page = await browser.open(`/?platform=${platform}`)
    await signIn(page, email)
    await page.shows(`/doors?platform=${platform}`)
    await showsDoors(page, ['Professor PortalNot visited yet', 'Quality AssessmentNot visited yet'])
    await page.press('Your account')
    await page.heading('Your account')
  })

test('a sign-in without a target goes to the account page if the platforms are not known', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['serviceAdmin', 'professor', 'iqa'] })
  const page = await browser.open('/?platform=serviceAdmin')
  page.answer(listPath, () => refusal(500, { code: 'unexpected' }))
  await signIn(page, email)
  await page.shows('/account?platform=serviceAdmin')
})

test('a sign-in with a target asks for no platforms', async () => {
  for (const [path, target] of [
    ['/?platform=professor', null],
    ['/?platform=serviceAdmin&return=account-contacts', '/account/contacts?platform=serviceAdmin'],
  ] as const) {
    const browser = await openBrowser()
    const { email } = await browser.service.makeUser({ platforms: ['serviceAdmin', 'professor', 'iqa'] })
    const page = await browser.open(path)
    await signIn(page, email)
    await (target ? page.shows(target) : page.leaves(homeOf('professor')))
    assert.deepEqual(page.sentTo(listPath), [])
  }
})
