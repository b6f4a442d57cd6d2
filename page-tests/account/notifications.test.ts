/** Tests the notifications of the account, and their number in the header (product 7.6). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotifications, openNotification, postNotification } from '@foyer/contract/routes/notifications'
import { originOf, rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError, refusal } from '../browser/answers.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount } from '../browser/sign-in.ts'

const section = 'account-notifications'

async function post({ service }: Browser, user: string, title: string, url: string | null = null) {
  const body = { user, title, body: 'First line.\nSecond line.', url }
  const { status } = await service.call(postNotification, { body }, { client: 'professor-client' })
  assert.equal(status, 200)
}

async function openWith(titles: string[], url: string | null = null) {
  const browser = await openBrowser()
  const { uuid, email } = await browser.service.makeUser({ platforms: ['professor'] })
  for (const title of titles) await post(browser, uuid, title, url)
  const page = browser.newPage()
  return { browser, page, email, uuid }
}

const titlesOf = (page: Page) =>
  [...page.document.querySelectorAll('.notification h2')].map((title) => page.text(title))
const shows = (page: Page, titles: string[]) => page.waitFor(() => assert.deepEqual(titlesOf(page), titles))
const hasMenu = (page: Page, name: RegExp) => page.find('button', name)

test('a user without notifications is told what will be there', async () => {
  const { page, email } = await openWith([])
  await openAccount(page, email, { section })
  await page.sees('No news yet')
  assert.ok(page.document.querySelector('.account-menu-unread') === null, 'a count is shown')
})

test('a notification is marked as read and unread, in the list and in the header', async () => {
  const { page, email } = await openWith(['Your essay', 'Your results'])
  await openAccount(page, email, { section })
  await shows(page, ['Unread: Your results', 'Unread: Your essay'])
  await page.sees('Professor Portal, just now')
  await page.sees('First line. Second line.')
  await hasMenu(page, /^Account of Asha Rao ?, 2 unread notifications$/)
  const [first] = page.get.getAllByRole('button', { name: 'Mark as read' })
  await page.user.click(first as HTMLElement)
  await shows(page, ['Your results', 'Unread: Your essay'])
  await hasMenu(page, /^Account of Asha Rao ?, 1 unread notification$/)
  await page.reload()
  await shows(page, ['Your results', 'Unread: Your essay'])
  await page.press('Mark as unread')
  await shows(page, ['Unread: Your results', 'Unread: Your essay'])
})

test('the link of a notification marks it as read and leads to the platform', async () => {
  const url = `${originOf('professor')}/results/7`
  const { page, email } = await openWith(['Your results'], url)
  await openAccount(page, email, { section })
  const link = await page.find('link', 'Open at Professor Portal')
  assert.equal(link.getAttribute('href'), url)
  const [path] = [openNotification.path.replace(':id', '')]
  link.addEventListener('click', (event) => event.preventDefault())
  await page.user.click(link)
  await page.waitFor(() => assert.equal(page.sentTo(new RegExp(`^${path}`), 'PUT').length, 1))
  await shows(page, ['Your results'])
})

test('a change that the service refuses is taken back with the reason', async () => {
  const { page, email } = await openWith(['Your results'])
  page.answer(/^\/api\/notifications\/./, () =>
    refusal(429, { code: 'too-many-attempts', message: 'Too many attempts. Try again in 26 seconds.' }),
  )
  await openAccount(page, email, { section })
  await page.press('Mark as read')
  await page.sees('Too many attempts.')
  await shows(page, ['Unread: Your results'])
})

test('a longer list is loaded as one scrolls, and again after a failure', async () => {
  const titles = Array.from({ length: 23 }, (_, index) => `Note ${index + 1}`)
  const { page, email } = await openWith(titles)
  let isBroken = true
  page.answer(listNotifications.path, ({ query }) => {
    if (query.get('page') === '2' && isBroken) throw networkError()
    return undefined
  })
  await openAccount(page, email, { section })
  await page.notice(/connection|answer/i)
  assert.equal(titlesOf(page).length, 20)
  isBroken = false
  await page.press('Try again to load more notifications')
  await shows(
    page,
    titles.toReversed().map((title) => `Unread: ${title}`),
  )
})

test('an ended session asks for the password, and the entry is then marked', async () => {
  const { page, email } = await openWith(['Your results'])
  await openAccount(page, email, { section })
  await shows(page, ['Unread: Your results'])
  page.window.localStorage.clear()
  await page.press('Mark as read')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.find('button', 'Mark as unread')
})
