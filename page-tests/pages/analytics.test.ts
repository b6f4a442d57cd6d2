/** Tests what analytics receives during a visit, and that pages do not wait for analytics (product 3, 7.7, 8). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { platformRow } from '@foyer/contract/platforms'
import { login } from '@foyer/contract/routes/sign-in'
import { consent } from '../../api/src/features/analytics/test-consent.ts'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, networkError } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { signIn } from '../browser/sign-in.ts'
import { makeUser } from './new-users.ts'

const analytics = /^\/api\/analytics\//

/** Creates a user who has agreed to analytics. */
async function makeAgreeingUser(platform: Platform): Promise<string> {
  const service = await sharedService()
  const { uuid, email } = await service.makeUser({ platforms: [platform] })
  const { product } = platformRow(platform)
  const { data } = await service.call(login, { body: { uuid, password: rightPassword, product, platform } })
  await consent(service, data.accessToken, true)
  return email
}

/** Opens a page and records the status of each of its analytics calls. */
async function openRecorded(path: string): Promise<{ page: Page; statuses: number[] }> {
  const page = (await openBrowser()).newPage()
  const statuses: number[] = []
  page.answer(analytics, async (request) => {
    const answer = await request.forward()
    statuses.push(answer.status)
    return answer
  })
  await page.goto(path)
  return { page, statuses }
}

/**
 * Waits for the calls that name the user. Hides the page repeatedly, because a hidden page sends its queue and the consent
 * may arrive after the event.
 */
function userCalls(page: Page): Promise<void> {
  return page.waitFor(() => {
    page.window.dispatchEvent(new page.window.Event('visibilitychange'))
    const paths = page.sentTo(/^\/api\/analytics\/(?!events)/).map(({ path }) => path.split('/').at(-1))
    assert.deepEqual(paths.sort(), ['attributes', 'attributes', 'attributes', 'identify'])
  })
}

function eventsOf(page: Page): unknown[] {
  return page
    .sentTo('/api/analytics/events')
    .flatMap(({ body }) => body.events as { event: string; payload: unknown }[])
    .map(({ event, payload }) => [event, payload])
}

test('analytics receives the user and the method of sign-in, but never a page address', async () => {
  const email = await makeAgreeingUser('professor')
  const { page, statuses } = await openRecorded('/account?platform=professor&utm_source=secret-source')
  await signIn(page, email)
  await page.heading('Your account')
  await userCalls(page)
  await page.waitFor(() => assert.deepEqual(statuses, [204, 204, 204, 204, 204]))
  const [known] = page.sentTo('/api/analytics/identify')
  const { email: sentEmail, first_name, last_name } = known?.body ?? {}
  assert.deepEqual([sentEmail, first_name, last_name], [email, 'Asha', 'Rao'])
  assert.deepEqual(
    page
      .sentTo('/api/analytics/attributes')
      .map(({ body }) => [body.name, body.value])
      .sort(),
    [
      ['email', email],
      ['first_name', 'Asha'],
      ['last_name', 'Rao'],
    ],
  )
  const calls = page.sentTo(analytics)
  assert.equal(calls.filter(({ headers }) => /^Bearer /.test(headers.get('authorization') ?? '')).length, 4)
  assert.deepEqual(eventsOf(page), [['sign_in', { platform: 'professor', method: 'password' }]])
  assert.doesNotMatch(JSON.stringify(calls), /secret-source/)
})

test('analytics receives an event for a sent code and one for the sign-in with it', async () => {
  const email = await makeAgreeingUser('professor')
  const { page, statuses } = await openRecorded('/account?platform=professor')
  await page.type('Email or phone number', email)
  await page.press('Next')
  await page.press('Sign in with OTP')
  await page.sees('Resend in')
  await page.type('Code', await codeTo(await sharedService(), email))
  await page.heading('Your account')
  await userCalls(page)
  await page.waitFor(() =>
    assert.deepEqual(eventsOf(page), [
      ['otp_sent', { platform: 'professor', medium: 'email' }],
      ['sign_in', { platform: 'professor', method: 'otp' }],
    ]),
  )
  await page.waitFor(() =>
    assert.deepEqual(
      statuses,
      page.sentTo(analytics).map(() => 204),
    ),
  )
})

test('analytics hears that a user continued at another platform', async () => {
  const { page } = await openRecorded('/account?platform=professor')
  const { email } = await (await sharedService()).makeUser({ platforms: ['professor', 'student'] })
  await signIn(page, email)
  await page.heading('Your account')
  await page.goto('/account?platform=student')
  await page.press(/^Continue as Asha$/)
  await page.heading('Your account')
  await page.waitFor(() =>
    assert.deepEqual(eventsOf(page).at(-1), ['sign_in', { platform: 'student', method: 'continued' }]),
  )
})

test('analytics receives nothing that names a user who has not agreed', async () => {
  const { page } = await openRecorded('/account?platform=professor')
  let isKnown = false
  page.answer('/api/auth/users/settings', async (request) => {
    const answer = await request.forward()
    isKnown = true
    return answer
  })
  await signIn(page, await makeUser('professor'))
  await page.heading('Your account')
  const signedIn = ['sign_in', { platform: 'professor', method: 'password' }]
  await page.waitFor(() => assert.deepEqual(eventsOf(page), [signedIn]))
  await page.waitFor(() => assert.ok(isKnown, 'Nobody asked whether the user agrees'))
  // A page sends its queue when the user leaves.
  await page.goto('/help?platform=professor')
  await page.find('radio', 'Something else')
  const calls = page.sentTo(analytics)
  assert.deepEqual(
    calls.map(({ path, headers }) => [path, headers.get('x-device-id'), headers.get('authorization')]),
    [['/api/analytics/events', null, null]],
  )
})

for (const [title, answer] of [
  ['every analytics call fails', () => json(500, {})],
  [
    'a blocker stops every analytics call',
    () => {
      throw networkError()
    },
  ],
] as const)
  test(`a user signs in while ${title}`, async () => {
    const page = (await openBrowser()).newPage()
    page.answer(analytics, answer)
    await page.goto('/?platform=student')
    const email = await makeUser('student')
    await page.type('Email or phone number', email)
    await page.press('Next')
    await page.press('Sign in with OTP')
    await page.sees('Resend in')
    await page.waitFor(() => assert.match(page.warnings.join(), /Analytics did not take/))
    await page.type('Code', await codeTo(await sharedService(), email))
    await page.leaves('https://student.example/home')
    assert.doesNotMatch(page.text(), /went wrong|didn’t answer/)
  })
