/** Tests 'Where to?': the platforms of a signed-in user as doors, and the platforms that the user may add (N-168, N-170). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endMembership } from '../../api/src/features/accounts/account-status-changes.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, networkError, refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { signIn } from '../browser/sign-in.ts'
import { homeOf, showsIdentifier } from '../sign-in/sign-in-steps.ts'
import { newEmail } from '../sign-up/sign-up-steps.ts'
import { comeBack, doorsOf, endSession, listPath, openDoors, openDoorsAs, showsDoors } from './doors-steps.ts'

const continuePath = '/api/auth/sessions/continue'

test('a user sees only the own platforms and goes to each with one tap', async () => {
  const { page } = await openDoors({ platforms: ['professor', 'iqa', 'centreAdmin', 'student'] })
  await showsDoors(page, [
    'Professor PortalYou are here',
    'LearningNot visited yet',
    'Centre AdminNot visited yet',
    'Quality AssessmentNot visited yet',
  ])
  await page.heading('Where to, Maya?')
  await page.sees('One sign-in for all of them.')
  assert.ok(!doorsOf(page).some((door) => door.endsWith('Add')))
  for (const [name, platform] of [
    [/^Quality Assessment/, 'iqa'],
    [/^Learning/, 'student'],
    [/^Professor Portal/, 'professor'],
  ] as const) {
    await page.press(name)
    const { searchParams } = await page.leaves(homeOf(platform))
    assert.match(searchParams.get('code') ?? '', /^ac_/)
    await comeBack(page, 'professor')
  }
  await page.sees(/LearningLast visit/)
  assert.equal(page.sentTo('/api/auth/sso/login').length, 1)
  assert.equal(page.sentTo(continuePath).length, 2)
})

test('a second tap on a door uses the session that the first tap opened', async () => {
  const { page } = await openDoors({ platforms: ['professor', 'iqa'] })
  for (let tap = 0; tap < 3; tap += 1) {
    await page.press(/^Quality Assessment/)
    await page.leaves(homeOf('iqa'))
    await comeBack(page, 'professor')
  }
  assert.equal(page.sentTo(continuePath).length, 1)
  assert.equal(page.sentTo('/api/auth/codes').length, 3)
})

test('a door whose session has ended in the meantime opens with a new session', async () => {
  const { browser, page } = await openDoors({ platforms: ['professor', 'iqa'] })
  await page.press(/^Quality Assessment/)
  await page.leaves(homeOf('iqa'))
  await comeBack(page, 'professor')
  await showsDoors(page, ['Quality AssessmentLast visit just now', 'Professor PortalYou are here'])
  await endSession(browser, page, 'iqa')
  await page.press(/^Quality Assessment/)
  await page.leaves(homeOf('iqa'))
  assert.equal(page.sentTo(continuePath).length, 2)
})

test('a door that asks for the password says so, and leads to the step of the password there', async () => {
  const browser = await openBrowser()
  const page = browser.newPage()
  const { email } = await browser.service.makeUser({ platforms: ['student', 'professor'] })
  // The answer to a browser whose last proof is more than twelve hours old.
  page.answer(listPath, async (request) => {
    const answer = (await (await request.forward()).json()) as { data: { doors: { entry: string }[] } }
    for (const door of answer.data.doors) door.entry = 'prove-again'
    return json(200, answer)
  })
  await openDoorsAs(page, email)
  await showsDoors(page, ['LearningYou are here', 'Professor PortalNot visited yetAsks for your password'])
  await page.press(/^Professor Portal/)
  await page.shows(/^\/\?platform=professor/)
  await page.focused('current-password')
  assert.ok(page.text().includes(email))
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.leaves(homeOf('professor'))
  assert.equal(page.sentTo(continuePath).length, 0)
})

test('a tap that the service wants proved leads to the step of the password there', async () => {
  const { page } = await openDoors({ platforms: ['student', 'professor'] })
  await page.find('button', /^Professor Portal/)
  page.answer(continuePath, () => refusal(403, { code: 'proof-needed', message: 'Show that it is you.' }))
  await page.press(/^Professor Portal/)
  await page.shows(/^\/\?platform=professor/)
  await page.focused('current-password')
})

test('a door that asks for the password never opens as another user of the browser', async () => {
  const { browser, page } = await openDoors({ platforms: ['professor'], firstName: 'Arun' })
  const { page: other, email } = await openDoors({ platforms: ['student', 'professor'], browser })
  other.answer(continuePath, () => refusal(403, { code: 'proof-needed', message: 'Show that it is you.' }))
  await other.press(/^Professor Portal/)
  await other.focused('current-password')
  assert.ok(other.text().includes(email))
  assert.equal(other.left, null)
  assert.equal(page.left, null)
})

test('the door of a platform to add shows what the user agrees to, and adds the platform after that', async () => {
  const { page } = await openDoors({ platforms: ['professor', 'iqa'] })
  await page.press('LearningAdd')
  await page.press('Cancel')
  const door = await page.find('button', 'LearningAdd')
  assert.ok(page.document.activeElement === door, 'the focus returns to the door')
  assert.ok(!page.text().includes('becomes part of your account'))
  await page.press('LearningAdd')
  await page.sees(
    'Learning becomes part of your account, and you agree to the Terms of Use and Privacy Policy',
  )
  await page.press('Add Learning')
  await page.leaves(homeOf('student'))
  const [sent] = page.sentTo(continuePath)
  assert.equal(sent?.body.add_platform, true)
  await comeBack(page, 'professor')
  await page.find('button', /^LearningLast visit/)
  assert.ok(!page.text().includes('LearningAdd'))
})

test('a platform that was removed while the page was open says so at its door', async () => {
  const { browser, page, uuid } = await openDoors({ platforms: ['student', 'professor', 'iqa'] })
  await page.find('button', /^Professor Portal/)
  await endMembership(browser.service.services, { userId: uuid, platform: 'professor' })
  await page.press(/^Professor Portal/)
  await page.notice('You are signed in, but this account has no access to Professor Portal.')
  const notice = page.document.querySelector('.notice-error')
  assert.match(page.text(notice?.closest('li') ?? undefined), /^Professor Portal/)
  assert.equal(page.left, null)
  await page.press(/^Quality Assessment/)
  await page.leaves(homeOf('iqa'))
})

test('a tap without a connection says so at the door, and opens it when the connection is back', async () => {
  const { browser, page } = await openDoors({ platforms: ['student', 'professor'] })
  await page.find('button', /^Professor Portal/)
  browser.setOnline(false)
  await page.press(/^Professor Portal/)
  await page.notice(/offline|internet/i)
  assert.equal(page.left, null)
  browser.setOnline(true)
  await page.leaves(homeOf('professor'))
})

test('while a door opens it says so, and no other door opens', async () => {
  const { page } = await openDoors({ platforms: ['student', 'professor', 'iqa'] })
  await page.find('button', /^Professor Portal/)
  page.answer(continuePath, () => new Promise(() => {}))
  await page.press(/^Professor Portal/)
  await page.find('button', /^Professor Portal ?Opening…$/)
  await page.press(/^Quality Assessment/)
  assert.equal(page.sentTo(continuePath).length, 1)
})

test('a list that does not load can be loaded again', async () => {
  const browser = await openBrowser()
  const page = browser.newPage()
  const email = newEmail()
  await browser.service.makeUser({ email, platforms: ['student', 'professor'] })
  const stop = page.answer(listPath, () => {
    throw networkError()
  })
  await openDoorsAs(page, email)
  await page.notice(/connection|answer/i)
  await page.find('link', 'Your account')
  stop()
  await page.press('Try again')
  await showsDoors(page, ['LearningYou are here', 'Professor PortalNot visited yet'])
})

test('a list that takes long says so and offers a retry', async () => {
  const browser = await openBrowser()
  const page = browser.newPage({ clock: true })
  const email = newEmail()
  await browser.service.makeUser({ email, platforms: ['student', 'professor'] })
  const stop = page.answer(listPath, () => new Promise(() => {}))
  await openDoorsAs(page, email)
  await page.sees('Loading your platforms…')
  await page.clock.tick(11_000)
  await page.sees('Still working…')
  stop()
  await page.press('Retry')
  await showsDoors(page, ['LearningYou are here', 'Professor PortalNot visited yet'])
})

test('a user of one platform, or of none to go to, is told so', async () => {
  const one = await openDoors({ platforms: ['student'] })
  await showsDoors(one.page, ['LearningYou are here'])
  await one.page.sees('Your account has one platform.')
  await one.page.sees('If you need access to another platform, write to')

  const none = await openDoors({ platforms: ['serviceAdmin', 'student'] })
  await showsDoors(none.page, ['LearningNot visited yet'])
  const { page } = await openDoors({ platforms: ['serviceAdmin'] })
  await page.sees('Your account has no platform to go to from here.')
  await page.find('button', 'LearningAdd')
  assert.deepEqual(doorsOf(page), [])
})

test('a session that has ended leads to sign-in, which returns', async () => {
  const { browser, page, email } = await openDoors({ platforms: ['student', 'professor'] })
  await page.find('button', /^Professor Portal/)
  await endSession(browser, page, 'student')
  await page.reload()
  await page.shows('/?platform=student&return=doors')
  await signInAgain(page, email)
  await page.shows(/^\/doors\?platform=student$/)
})

async function signInAgain(page: Page, email: string): Promise<void> {
  await page.press('Someone else')
  await showsIdentifier(page, '')
  await signIn(page, email)
}

test('without a platform in the address, the page shows the platforms of the user who is signed in', async () => {
  const { page } = await openDoors({ platforms: ['professor', 'iqa'] })
  await page.goto('/doors')
  await page.shows('/doors?platform=professor')
  await showsDoors(page, ['Professor PortalYou are here', 'Quality AssessmentNot visited yet'])
})

test('another account that signs in in another tab replaces the doors', async () => {
  const { browser, page } = await openDoors({ platforms: ['student', 'professor'] })
  await showsDoors(page, ['LearningYou are here', 'Professor PortalNot visited yet'])
  const email = newEmail()
  await browser.service.makeUser({ email, platforms: ['student', 'iqa'], firstName: 'Arun', lastName: 'Das' })
  const other = browser.newPage()
  await other.goto('/logout?platform=student')
  await other.shows('/?platform=student')
  await openDoorsAs(other, email)
  await other.heading('Where to, Arun?')
  await showsDoors(other, ['LearningYou are here', 'Quality AssessmentNot visited yet'])
})
