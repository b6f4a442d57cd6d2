/** Tests the help page: requests with and without a session, errors, and that typed text is never lost. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { mailsAbout } from '../../api/src/features/help/test-help-requests.ts'
import { json, networkError } from '../browser/answers.ts'
import { openBrowser, openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { openAccount } from '../browser/sign-in.ts'
import {
  categoriesPath,
  choose,
  codes,
  hasTopics,
  openHelp,
  reference,
  requestsPath,
  typeQuestion,
} from './help-steps.ts'

const newEmail = () => `${randomUUID()}@example.com`
const noTopics = 'We couldn’t load the topics. You can still write to us.'
const value = async (page: Page, label: string) => (await page.field(label)).value

async function newPage(): Promise<Page> {
  return (await openBrowser()).newPage()
}

/** Signs a new professor in, and returns the page and the email. */
async function signedInPage(): Promise<{ page: Page; email: string }> {
  const { email } = await (await sharedService()).makeUser({ platforms: ['professor'] })
  const page = await newPage()
  await openAccount(page, email)
  return { page, email }
}

test('a signed-in user types neither email nor name, and gets a copy of the message', async () => {
  const { page, email } = await signedInPage()
  await page.press('Help')
  await page.shows('/help?platform=professor')
  await hasTopics(page)
  await page.sees(email)
  assert.ok(!page.get.queryByLabelText(/^(Email|Name)/), 'still shown')
  await choose(page, codes)
  await typeQuestion(page)
  await page.press('Send')
  await page.heading('Your requests')
  const { received } = await mailsAbout(await sharedService(), await reference(page))
  const [sent] = page.sentTo(requestsPath, 'POST')
  assert.deepEqual(Object.keys(sent?.body), ['category', 'subject', 'message', 'platform'])
  assert.equal(received?.to, email)
  assert.match(received?.text ?? '', /^> I asked for a code three times\.$/m)
})

test('errors stand at their fields, the first has the focus, and a correction removes its error', async () => {
  const page = await newPage()
  await openHelp(page)
  const errors = (count: number) =>
    page.waitFor(() => assert.equal(page.document.querySelectorAll('.field-error').length, count))
  await page.press('Send')
  await errors(4)
  const first = await page.find('radio', 'I can’t sign in')
  await page.waitFor(() => assert.ok(page.document.activeElement === first, 'another element has the focus'))
  await choose(page, 'Something else')
  await errors(3)
  await page.type('Email', 'meera')
  await page.sees('Enter an email address like name@example.com')
  const hint = (text: string) =>
    page.waitFor(() => assert.equal(page.document.getElementById('message-hint')?.textContent, text))
  await page.type('Message', 'a'.repeat(4_001))
  await page.sees('Use 1 character fewer')
  await page.type('Message', 'a'.repeat(3_990))
  await hint('10 characters left.')
})

test('a reload keeps everything that was written, on this platform only', async () => {
  const page = await newPage()
  await openHelp(page)
  await choose(page, codes)
  await typeQuestion(page)
  await page.type('Email', 'meera@example.com')
  await page.reload()
  await page.waitFor(() => assert.ok(page.get.getByRole<HTMLInputElement>('radio', { name: codes }).checked))
  assert.equal(await value(page, 'Email'), 'meera@example.com')
  assert.equal(await value(page, 'Subject'), 'No code since this morning')
  assert.equal(await value(page, 'Message'), 'I asked for a code three times.\nNone has arrived.')
  await openHelp(page, 'platform=school')
  assert.equal(await value(page, 'Message'), '')
})

test('each answer leads to the page that it names, on the same platform', async () => {
  const page = await newPage()
  for (const [platform, query, expected] of [
    [
      'student',
      'platform=student',
      ['/forgot-password', '/', '/forgot-password', '/signup', '/account', '/account/privacy'],
    ],
    [
      'school',
      'platform=school',
      [
        '/school/forgot-password',
        '/school/login',
        '/school/forgot-password',
        '/school/signup',
        '/account',
        '/account/school',
        '/account/privacy',
      ],
    ],
  ] as const) {
    await openHelp(page, query)
    await hasTopics(page)
    const links = [...page.document.querySelectorAll<HTMLAnchorElement>('.choice-link > a')]
    const own = links.filter(({ origin }) => origin === page.url.origin)
    assert.deepEqual(
      own.map(({ pathname }) => pathname),
      expected,
    )
    for (const { search } of own) assert.match(search, new RegExp(`platform=${platform}`))
  }
})

test('a sent request leads back to sign-in with the email, or to the account of a signed-in user', async () => {
  const visitor = await newPage()
  const email = newEmail()
  await openHelp(visitor)
  await choose(visitor, codes)
  await typeQuestion(visitor)
  await visitor.type('Email', email)
  await visitor.press('Send')
  await reference(visitor)
  await visitor.press('Back to sign in')
  await visitor.shows('/?')
  assert.equal(await value(visitor, 'Email or phone number'), email)

  const { page } = await signedInPage()
  await page.press('Help')
  await page.shows('/help?platform=professor')
  await hasTopics(page)
  await choose(page, codes)
  await typeQuestion(page)
  await page.press('Send')
  await reference(page)
  await page.press('Back to your account')
  await page.shows('/account?platform=professor')
})

test('a sent request stays after a reload, until the user writes another', async () => {
  const page = await newPage()
  await openHelp(page)
  await choose(page, codes)
  await typeQuestion(page)
  await page.type('Email', newEmail())
  await page.press('Send')
  const given = await reference(page)
  await page.reload()
  assert.equal(await reference(page), given)
  await page.press('Send another')
  await page.heading('How can we help?')
  assert.equal(await value(page, 'Message'), '')
  await page.reload()
  await page.heading('How can we help?')
})

test('a page that cannot load its topics still sends a request, and loads them again on demand', async () => {
  const page = await newPage()
  const fail = () => page.answer(categoriesPath, () => json(503, {}))
  const stop = fail()
  await page.goto('/help?platform=student')
  await page.sees(noTopics)
  await page.type('Email', newEmail())
  await page.type('Subject', 'No topics')
  await page.type('Message', 'The list is empty.')
  stop()
  await page.press('Load topics again')
  await hasTopics(page)
  fail()
  await page.reload()
  await page.sees(noTopics)
  await page.press('Send')
  await reference(page)
  assert.equal(page.sentTo(requestsPath, 'POST')[0]?.body.category, 'other')
})

test('a page with an empty list of topics sends a request without one', async () => {
  const page = await newPage()
  page.answer(categoriesPath, () => json(200, { data: [] }))
  await page.goto('/help?platform=student')
  await page.type('Email', newEmail())
  await page.type('Subject', 'No topics')
  await page.type('Message', 'There is no list.')
  await page.waitFor(() => assert.doesNotMatch(page.text(), /Loading topics/))
  await page.press('Send')
  await reference(page)
})

test('a request whose answer is lost is sent again with the same key, and makes one reference', async () => {
  const page = await newPage()
  await openHelp(page)
  await choose(page, codes)
  await typeQuestion(page)
  await page.type('Email', newEmail())
  const stop = page.answer(requestsPath, async (request) => {
    await request.forward()
    throw networkError()
  })
  await page.press('Send')
  await page.find('button', 'Try again')
  stop()
  await page.press('Try again')
  const { count } = await mailsAbout(await sharedService(), await reference(page))
  assert.equal(count, 2)
  const keys = page.sentTo(requestsPath, 'POST').map(({ headers }) => headers.get('idempotency-key'))
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/)
  assert.deepEqual(keys, [keys[0], keys[0]])
})

test('a session that has ended meanwhile costs no text: the user types an email and sends', async () => {
  const { page, email } = await signedInPage()
  await openHelp(page, 'platform=professor')
  await choose(page, codes)
  await typeQuestion(page)
  const key = 'foyer.auth.professor'
  const { localStorage } = page.window
  const auth = JSON.parse(localStorage.getItem(key) ?? '{}')
  localStorage.setItem(key, JSON.stringify({ ...auth, accessToken: 'ended', refreshToken: 'rt_ended' }))
  await page.press('Send')
  await page.sees('Your session has ended. Please sign in again.')
  await page.type('Email', email)
  assert.equal(await value(page, 'Subject'), 'No code since this morning')
  await page.press('Send')
  const { request } = await mailsAbout(await sharedService(), await reference(page))
  assert.match(request?.text ?? '', /I asked for a code three times/)
})

test('the first link of every footer leads to help for the platform, without the rest of the query', async () => {
  for (const [path, platform] of [
    ['/?platform=student&utm_source=mail&email=meera%40example.com', 'student'],
    ['/school/login', 'school'],
    ['/signup?platform=student', 'student'],
    ['/forgot-password?platform=svp', 'svp'],
    ['/logout?platform=nonsense', 'student'],
  ] as const) {
    const page = await openPage(path)
    const [help] = page.get.getByRole('contentinfo').querySelectorAll('a')
    assert.equal(help?.textContent, 'Help', path)
    assert.equal(help?.getAttribute('href'), `/help?platform=${platform}`, path)
  }
})

test('the way back from help to sign-in carries the email', async () => {
  const page = await openPage('/signup?platform=student')
  await page.press('Help')
  await page.heading('How can we help?')
  await page.type('Email', 'meera@example.com')
  await page.press('Back to sign in')
  await page.waitFor(() =>
    assert.equal(
      page.get.getByLabelText<HTMLInputElement>('Email or phone number').value,
      'meera@example.com',
    ),
  )
})

test('own requests of a service that does not say yet what became of the mail are listed as sent', async () => {
  const { page, email } = await signedInPage()
  const older = {
    reference: 'H-7K2M9P',
    category: 'Codes',
    subject: 'No code arrives',
    message: 'I asked three times.',
    email,
    created_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  }
  page.answer(requestsPath, ({ method }) =>
    method === 'GET' ? json(200, { data: [older], meta: { page: 1, page_size: 20, total: 1 } }) : undefined,
  )
  await page.goto('/help?platform=professor')
  await page.heading('Your requests')
  await page.sees('H-7K2M9P, sent 2 hours ago')
})
