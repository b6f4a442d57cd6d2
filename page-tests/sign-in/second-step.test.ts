/** Tests the second step of a sign-in. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { within } from '@testing-library/dom'
import { makeAuthenticator, passkeySteps } from '../../api/src/features/passkeys/test-authenticator.ts'
import {
  ageEnrolment,
  secondFactorSteps,
  wrongCode,
} from '../../api/src/features/second-factor/test-second-factor.ts'
import { codeOf } from '../../api/src/features/second-factor/test-totp.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { makeKeeper } from '../browser/passkey-keeper.ts'
import { openService, sharedService } from '../browser/shared-service.ts'
import { signIn } from '../browser/sign-in.ts'
import { homeOf, typePassword } from './sign-in-steps.ts'

const stepPath = '/api/auth/second-factor'
const title = 'One more step'

async function makeEnrolled() {
  const service = await sharedService()
  return secondFactorSteps(() => service).makeEnrolled()
}

/** Signs a user with an app in, up to the second step. */
async function reachStep() {
  const user = await makeEnrolled()
  const browser = await openBrowser()
  const page = await browser.open('/?platform=student')
  await signIn(page, user.email)
  await page.find('dialog', title)
  await page.focused('totp')
  return { ...user, browser, page }
}

test('the code of the app finishes a sign-in with a password', async () => {
  const { page, secret } = await reachStep()
  await page.type('Code from the app', codeOf(secret))
  await page.leaves(homeOf('student'))
})

test('a wrong code is refused at its field, and the right one after it signs in', async () => {
  const { page, secret } = await reachStep()
  await page.press('Continue')
  await page.described('totp', /Enter/)
  await page.type('Code from the app', wrongCode(codeOf(secret)))
  await page.described('totp', /That code isn’t right/)
  await page.type('Code from the app', codeOf(secret))
  await page.leaves(homeOf('student'))
})

test('a recovery code signs in once', async () => {
  const { page, email, recoveryCodes } = await reachStep()
  const [code = ''] = recoveryCodes
  await page.press('Use a recovery code')
  await page.focused('recovery-code')
  await page.type('Recovery code', code.toUpperCase())
  await page.press('Continue')
  await page.leaves(homeOf('student'))

  const later = (await openBrowser()).newPage()
  await later.goto('/?platform=student')
  await signIn(later, email)
  await later.press('Use a recovery code')
  await later.type('Recovery code', code)
  await later.press('Continue')
  await later.described('recovery-code', /That code isn’t right/)
})

/** Signs a user in who has an app and a passkey, in a browser whose keeper has the passkey of this user or of another one. */
async function reachPasskeyStep(owner: 'user' | 'another') {
  const service = await sharedService()
  const user = await makeEnrolled()
  const keeper = makeKeeper()
  keeper.hasPlatformAuthenticator = false
  const other = await service.signIn('student')
  const [own, others] = [makeAuthenticator(), makeAuthenticator()]
  const steps = passkeySteps(() => service)
  assert.equal((await steps.add(user.token, own)).answer.status, 200)
  assert.equal((await steps.add(other.accessToken, others)).answer.status, 200)
  keeper.authenticator = owner === 'user' ? own : others
  const page = (await openBrowser()).newPage({ keeper })
  await page.goto('/?platform=student')
  await signIn(page, user.email)
  // The step of the password behind the dialog has a button with the same name.
  const dialog = await page.find('dialog', title)
  await page.user.click(within(dialog).getByRole('button', { name: 'Use a passkey' }))
  return { ...user, page }
}

test('a passkey of the user finishes the sign-in', async () => {
  const { page, email } = await reachPasskeyStep('user')
  await page.leaves(homeOf('student'))
  const kept = page.window.localStorage.getItem('foyer.person.student') ?? ''
  assert.match(kept, new RegExp(RegExp.escape(email)))
})

test('a passkey of another user finishes nothing, and the code of the app still does', async () => {
  const { page, secret } = await reachPasskeyStep('another')
  await page.notice('This passkey belongs to another account.')
  await page.press('Use your authenticator app')
  await page.type('Code from the app', codeOf(secret))
  await page.leaves(homeOf('student'))
})

test('Cancel returns to the password, and another attempt asks again', async () => {
  const { page, secret } = await reachStep()
  await page.press('Cancel')
  await page.notice('Enter the code of your authenticator app, or use another second step.')
  await typePassword(page, rightPassword)
  await page.find('dialog', title)
  await page.type('Code from the app', codeOf(secret))
  await page.leaves(homeOf('student'))
})

test('a reload asks for the second step again, without the password', async () => {
  const { page, secret } = await reachStep()
  await page.reload()
  await page.find('dialog', title)
  await page.type('Code from the app', codeOf(secret))
  await page.leaves(homeOf('student'))
})

test('a first proof that has expired leads back to the password, which says so', async () => {
  const { page, secret } = await reachStep()
  const detail = 'This sign-in has taken too long. Please sign in again.'
  page.answer(stepPath, () => refusal(403, { code: 'second-factor-expired', detail }))
  await page.type('Code from the app', codeOf(secret))
  await page.notice(detail)
  assert.ok(!page.document.querySelector('dialog'), 'the dialog is still open')
})

test('a browser that the user chose to remember is asked no more', async () => {
  const { page, browser, secret, email } = await reachStep()
  await page.user.click(await page.field(/^Don’t ask in this browser for 30 days/))
  await page.type('Code from the app', codeOf(secret))
  await page.leaves(homeOf('student'))
  const later = browser.newPage()
  await later.goto('/logout?platform=student')
  await later.shows(/^\/\?/)
  await signIn(later, email)
  await later.leaves(homeOf('student'))
})

/** Opens a service whose staff platforms ask for a second factor, as their policy says. */
async function openStaffService(t: TestContext) {
  const service = await openService({ platformAssurance: {} })
  t.after(() => service.close())
  return service
}

test('a user who must have a second factor sets it up within the sign-in', async (t) => {
  const service = await openStaffService(t)
  const { uuid, email } = await service.makeUser({ platforms: ['iqa'] })
  await secondFactorSteps(() => service).signIn(uuid, 'iqa')
  await ageEnrolment(service, uuid, 15)
  const page = await (await openBrowser(service)).open('/?platform=iqa')
  await signIn(page, email)
  await page.sees('This platform asks for a second step at each sign-in.')
  await page.press('Set up an app')
  await page.find('img', /QR code/)
  const secret = page.document.querySelector('.totp-secret')?.textContent?.replaceAll(' ', '') ?? ''
  await page.type('Code from the app', codeOf(secret))
  await page.sees('Each code works once')
  await page.press('Continue')
  await page.waitFor(() => assert.ok(!page.document.querySelector('dialog'), 'still shown'))
})

test('a user who must set up a second factor soon is reminded, and goes on without one', async (t) => {
  const service = await openStaffService(t)
  const { email } = await service.makeUser({ platforms: ['iqa'] })
  const page = await (await openBrowser(service)).open('/?platform=iqa')
  await signIn(page, email)
  await page.heading('Set up your second step')
  await page.focused('title')
  await page.press('Not now')
  await page.leaves(homeOf('iqa'))
})

test('a reminded user sets an app up before going on', async (t) => {
  const service = await openStaffService(t)
  const { email } = await service.makeUser({ platforms: ['iqa'] })
  const page = await (await openBrowser(service)).open('/?platform=iqa')
  await signIn(page, email)
  await page.press('Set up an app')
  await page.find('img', /QR code/)
  const secret = page.document.querySelector('.totp-secret')?.textContent?.replaceAll(' ', '') ?? ''
  await page.type('Code from the app', codeOf(secret))
  await page.sees('Each code works once')
  await page.press('Continue')
  await page.leaves(homeOf('iqa'))
})

test('a user who must have a second factor adds a passkey within the sign-in, also after cancelling it', async (t) => {
  const service = await openStaffService(t)
  const { uuid, email } = await service.makeUser({ platforms: ['iqa'] })
  await secondFactorSteps(() => service).signIn(uuid, 'iqa')
  await ageEnrolment(service, uuid, 15)
  const keeper = makeKeeper()
  const page = (await openBrowser(service)).newPage({ keeper })
  await page.goto('/?platform=iqa')
  await signIn(page, email)
  await page.sees('Add a passkey, which uses your fingerprint')
  keeper.isCancelling = true
  await page.press('Add a passkey')
  await page.waitFor(() => assert.equal(keeper.asked.filter(({ kind }) => kind === 'create').length, 1))
  await page.sees('Your device made no passkey. It needs a screen lock')
  keeper.isCancelling = false
  await page.press('Add a passkey')
  await page.sees('Each code works once')
  await page.press('Continue')
  await page.leaves(homeOf('iqa'))
})

test('a reminded user adds a passkey, saves recovery codes and goes on without another step', async (t) => {
  const service = await openStaffService(t)
  const { email } = await service.makeUser({ platforms: ['iqa'] })
  const keeper = makeKeeper()
  keeper.hasPlatformAuthenticator = false
  const page = (await openBrowser(service)).newPage({ keeper })
  await page.goto('/?platform=iqa')
  await signIn(page, email)
  await page.heading('Set up your second step')
  keeper.isCancelling = true
  await page.press('Add a passkey')
  await page.notice('Your device made no passkey. It needs a screen lock')
  keeper.isCancelling = false
  await page.press('Add a passkey')
  await page.sees('Each code works once')
  await page.press('Continue')
  await page.leaves(homeOf('iqa'))
})
