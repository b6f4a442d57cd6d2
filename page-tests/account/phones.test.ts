/** Tests the phone numbers in the account: add, verify, primary, remove, and an account with a phone only (product 2.6). */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { within } from '@testing-library/dom'
import { newNumber, phoneSteps } from '../../api/src/features/contacts/test-phones.ts'
import { anotherCode, codeTo } from '../../api/src/features/otp/test-codes.ts'
import { ageSessions } from '../../api/src/features/step-up/test-step-up.ts'
import { networkError } from '../browser/answers.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount } from '../browser/sign-in.ts'
import type { TabOptions } from '../browser/tab.ts'
import { fillIn, typeIdentifier } from '../otp/otp-steps.ts'

const phonesPath = '/api/profile/phones'
const inFrance = { timeZone: 'Europe/Paris' }
const section = 'account-contacts' as const

/** Writes a number of India as the page does: '+919812345678' → '+91 98123 45678'. */
const shown = (number: string) => `+91 ${number.slice(3, 8)} ${number.slice(8)}`
const national = (number: string) => `0${number.slice(3, 8)} ${number.slice(8)}`

const live = (page: Page) => page.text(page.document.getElementById('live-status') as Element)
const says = (page: Page, text: string) => page.waitFor(() => assert.equal(live(page), text))

/** Returns the rows of the numbers as text. */
function rows(page: Page): string[] {
  const part = page.get.getByRole('region', { name: 'Phone numbers' })
  return [...part.querySelectorAll('.facts-row')].map((row) => page.text(row))
}

const showsRows = (page: Page, ...expected: RegExp[]) =>
  page.waitFor(() => {
    const found = rows(page)
    assert.equal(found.length, expected.length, found.join(' / '))
    for (const [index, row] of expected.entries()) assert.match(found[index] ?? '', row)
  })

/** Signs a new user in and opens the section. */
async function openContacts(given: TabOptions & { browser?: Browser } = {}) {
  const { browser = await openBrowser(), ...options } = given
  const { email, uuid } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage(options)
  await openAccount(page, email, { section })
  return { browser, page, email, uuid }
}

/** Adds a verified number for the signed-in user. */
async function addVerified({ service }: Browser, page: Page): Promise<string> {
  const { accessToken } = JSON.parse(page.window.localStorage.getItem('foyer.auth.professor') ?? '{}')
  const number = newNumber()
  await phoneSteps(() => service).addVerified(accessToken, number)
  return number
}

test('a number without a country code is added, verified and shown, and what was typed stays over errors', async () => {
  const { browser, page, email } = await openContacts(inFrance)
  await showsRows(page, /^Phone ?Not set.*Add one phone number$/)
  await page.press('Add one phone number')
  await page.heading('Add a phone number')
  await page.focused('new-phone')
  assert.equal(page.url.hash, '#add-phone')
  await page.press('Send code')
  await page.described('new-phone', /Enter the phone number to add/)
  await page.type('Phone number', email)
  await page.press('Send code')
  await page.described('new-phone', /Enter a phone number with its country code/)
  const number = newNumber()
  await page.type('Phone number', national(number))
  await page.press('Send code')
  await page.described('new-phone', /not a phone number of France \(\+33\)/)
  assert.equal((await page.field('Phone number')).value, national(number))
  await page.choose('Country', 'India (+91)')
  await page.press('Send code')

  await page.heading('Check your phone')
  await page.sees(`A 6-digit verification code was sent to ${shown(number)}`)
  const code = await phoneSteps(() => browser.service).codeTo(number)
  await fillIn(page, anotherCode(code))
  await page.described('otp', /That code isn’t right/)
  await page.reload()
  await page.heading('Check your phone')
  await fillIn(page, code)
  await says(page, `${shown(number)} verified.`)
  await page.heading('Emails and phones')
  await showsRows(page, /^Phone ?\+91/)
  assert.doesNotMatch(rows(page).join(), /Not verified/)
})

test('a user adds, verifies and removes a number by the keyboard', async () => {
  const { browser, page } = await openContacts()
  const number = newNumber()
  ;(await page.find('button', 'Add one phone number')).focus()
  await page.user.keyboard('{Enter}')
  await page.focused('new-phone')
  await page.user.keyboard(`${number}{Enter}`)
  await page.focused('otp')
  await page.user.keyboard(await phoneSteps(() => browser.service).codeTo(number))
  await says(page, `${shown(number)} verified.`)
  const remove = await page.find('button', `Remove ${shown(number)}`)
  remove.focus()
  await page.user.keyboard('{Enter}')
  const keep = await page.find('button', 'Keep')
  await page.waitFor(() => assert.ok(page.document.activeElement === keep, 'the focus is elsewhere'))
  await page.user.keyboard('{Enter}')
  await page.waitFor(() =>
    assert.equal(page.text(page.document.activeElement as Element), `Remove ${shown(number)}`),
  )
  await page.user.keyboard('{Enter}')
  await page.find('button', 'Keep')
  await page.user.tab({ shift: true })
  await page.user.keyboard('{Enter}')
  await says(page, `${shown(number)} removed.`)
  await page.focused('phone-title')
  await showsRows(page, /Not set/)
})

test('another number becomes the primary one, and the former one can be removed', async () => {
  const { browser, page } = await openContacts()
  const first = await addVerified(browser, page)
  const second = await addVerified(browser, page)
  await page.reload()
  await showsRows(page, /Primary/, /^Other phone/)
  await page.press(`Remove ${shown(first)}`)
  await page.press('Remove number')
  await page.notice('Make another number primary first')
  await page.press('Keep')
  await page.press(`Make primary ${shown(second)}`)
  await page.sees('Codes by text message go there from now on')
  await page.press('Change primary number')
  await says(page, `${shown(second)} is your primary number now.`)
  await showsRows(page, new RegExp(RegExp.escape(shown(second))), /^Other phone/)
  await page.press(`Remove ${shown(first)}`)
  await page.press('Remove number')
  await says(page, `${shown(first)} removed.`)
  await showsRows(page, new RegExp(RegExp.escape(shown(second))))
})

test('errors of a new number are at its field: in the list already, a country without messages', async () => {
  const { browser, page } = await openContacts()
  const number = await addVerified(browser, page)
  await page.reload()
  await page.press('Add another phone number')
  await page.type('Phone number', number)
  await page.press('Send code')
  await page.described('new-phone', /in the list already/)
  await page.focused('new-phone')
  await page.type('Phone number', '+33 6 12 34 56 78')
  await page.press('Send code')
  await page.described('new-phone', /We can’t send text messages to this country/)
  await page.press('Back to emails and phones')
  await page.heading('Emails and phones')
})

test('the number of another account is told at the code, and stays unverified', async () => {
  const { browser, page } = await openContacts()
  const number = `+9198${randomInt(10_000_000, 99_999_999)}`
  await browser.service.makeUser({ phoneNumber: number })
  await page.press('Add one phone number')
  await page.type('Phone number', number)
  await page.press('Send code')
  await page.heading('Check your phone')
  await fillIn(page, await phoneSteps(() => browser.service).codeTo(number))
  await page.described('otp', /This phone number belongs to another account/)
  await page.press('Back to emails and phones')
  await showsRows(page, /Not verified/)
  await page.goto('/account?platform=professor')
  await page.find('link', `Verify ${shown(number)}`)
})

test('a list that does not load says so, and loads on request; the emails stay usable', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage({ clock: true })
  let isLost = true
  page.answer(phonesPath, () => {
    if (isLost) throw networkError()
    return undefined
  })
  await openAccount(page, email, { section })
  await page.notice('The service didn’t answer. Please try again.')
  await page.find('button', 'Add another email address')
  isLost = false
  await page.press('Try again to load your phone numbers')
  await showsRows(page, /Not set/)
})

test('a slow list says that it is loading', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage({ clock: true })
  page.answer(phonesPath, () => new Promise(() => {}))
  await openAccount(page, email, { section })
  await page.sees('Loading your phone numbers…')
  page.clock.tick(6_000)
  await page.sees('Still working…')
})

test('an account with a phone only says what is missing, proves itself by SMS, and adds an email', async () => {
  const browser = await openBrowser()
  const { db } = browser.service.services
  const number = newNumber()
  const { uuid } = await browser.service.makeUser({ phoneNumber: number, password: null })
  await db.deleteFrom('emails').where('userId', '=', uuid).execute()
  const page = browser.newPage()
  await page.goto(`/?platform=student&return=${section}`)
  await typeIdentifier(page, number)
  await page.sees('Resend in')
  await fillIn(page, await codeTo(browser.service, number))
  await page.heading('Emails and phones')
  await page.sees('With an email address you get back into your account if you lose your phone')
  await showsRows(page, /^Phone/)
  await page.press(`Remove ${shown(number)}`)
  await page.press('Remove number')
  await page.notice('This is your only verified contact. Verify another one first')
  await page.press('Keep')

  await ageSessions(browser.service, uuid)
  await page.press('Add one email address')
  const email = `first-${number.slice(1)}@example.com`
  await page.type('Email', email)
  await page.press('Send code')
  const dialog = await page.find('dialog', 'Confirm that it’s you')
  await page.sees(`${number.slice(0, 3)}•••${number.slice(-3)}`)
  await page.user.click(within(dialog).getByRole('button', { name: 'Send code' }))
  await page.focused('proof-code')
  await fillIn(page, await codeTo(browser.service, number))
  await page.heading('Check your email')
  const { outbox } = browser.service.services
  const mail = (await outbox.recent(db, 20)).find(({ to }) => to === email)
  await fillIn(page, /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '')
  await says(page, `${email} verified.`)
  const { user } = JSON.parse(page.window.localStorage.getItem('foyer.auth.student') ?? '{}')
  assert.equal(user.email, email)
})
