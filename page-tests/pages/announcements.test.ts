/** Tests how errors are announced to screen readers (WCAG 4.1.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../browser/answers.ts'
import { openBrowser, openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openOwnAccount } from './new-users.ts'

/** Records every text that the document's live regions announce from now on, as 'alert: …' or 'status: …'. */
function recordAnnouncements({ document, window }: Page): string[] {
  const said: string[] = []
  const before = new Map<Element, string>()
  new window.MutationObserver(() => {
    for (const region of document.querySelectorAll('[role=alert], #live-status')) {
      const text = (region.textContent ?? '').trim()
      if (text && text !== before.get(region)) said.push(`${region.getAttribute('role')}: ${text}`)
      before.set(region, text)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
  return said
}

const required = 'alert: Email or phone number: Required'

test('an error of a single field is announced once each time that the form is sent, with the label of the field', async () => {
  const page = await openPage('/?platform=student')
  const said = recordAnnouncements(page)
  const field = await page.field('Email or phone number')
  for (const times of [1, 2]) {
    await page.press('Next')
    await page.waitFor(() => assert.deepEqual(said, Array(times).fill(required)))
    assert.ok(page.document.activeElement === field, 'another element has the focus')
  }
  await page.user.paste('a')
  await page.waitFor(() => assert.equal(page.document.getElementById('live-alert')?.textContent, ''))
})

test('an error that the service sends for a field is announced with the label of the field', async () => {
  const page = await openPage('/?platform=student')
  const said = recordAnnouncements(page)
  page.answer('/api/auth/users/fetch', () =>
    refusal(400, { code: 'invalid-request', message: 'x', field_errors: { user_id: ['Not like this'] } }),
  )
  await page.type('Email or phone number', 'asha@example.com')
  await page.press('Next')
  await page.waitFor(() => assert.ok(said.includes('alert: Email or phone number: Not like this')))
  assert.ok(
    page.document.activeElement === (await page.field('Email or phone number')),
    'another element has the focus',
  )
  assert.equal(page.document.getElementById('live-status')?.textContent, '')
})

test('three empty fields are announced in one alert, and the first takes the focus', async () => {
  const page = (await openBrowser()).newPage()
  await openOwnAccount(page, 'professor', '#password')
  const first = await page.field('Current password')
  const said = recordAnnouncements(page)
  await page.press('Change password')
  const alert = 'alert: Current password: Required. New password: Required. Confirm password: Required.'
  await page.waitFor(() =>
    assert.deepEqual(
      said.filter((text) => text.startsWith('alert')),
      [alert],
    ),
  )
  assert.ok(page.document.activeElement === first, 'another element has the focus')
  assert.equal(page.document.querySelectorAll('.field-error').length, 3)
})
