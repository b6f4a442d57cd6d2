/** Tests that a user whose sign-in was long ago must confirm a change of the sign-in address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { openAccount } from '../browser/sign-in.ts'
import { codesTo, fillIn } from '../otp/otp-steps.ts'

test('a user whose sign-in was long ago confirms the new sign-in address with the password or a code', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['professor'] })
  const further = email.replace('@', '.new@')
  const emails = [email, further].map((address, index) => ({
    id: `7b1e4c90-8d25-4a6f-b3e1-2f9c5a7d6e8${index}`,
    email: address,
    is_primary: index === 0,
    is_verified: true,
    created_at: '2026-11-20T09:30:00.000Z',
  }))
  const proofs: Record<string, unknown>[] = []
  const page = browser.newPage()
  page.answer('/api/profile/emails', () => json(200, { data: emails }))
  page.answer(/^\/api\/profile\/emails\/[^/]+$/, ({ body: { proof } }) => {
    proofs.push(proof ?? {})
    if (!proof) return refusal(403, { code: 'sign-in-again', message: 'No.' })
    if (proof.otp) return json(200, { data: { ...emails[1], is_primary: true } })
    const field_errors = { password: ['That password isn’t right.'] }
    return refusal(403, { code: 'wrong-credentials', message: 'No.', field_errors })
  })
  await openAccount(page, email, { section: 'account-contacts' })
  await page.press(`Make sign-in address ${further}`)
  await page.press('Change sign-in address')
  await page.heading('Confirm that it’s you')
  await page.type('Password', rightPassword)
  await page.press('Change sign-in address')
  await page.described((await page.field('Password')).id, /That password isn’t right/)
  await page.press('Email me a code instead')
  await page.heading('Check your email')
  await page.sees('Resend in')
  await fillIn(page, await codeTo(browser.service, email))
  await page.waitFor(() =>
    assert.equal(
      page.text(page.document.getElementById('live-status') as Element),
      `You now sign in with ${further}.`,
    ),
  )
  assert.deepEqual(
    proofs.map((proof) => Object.keys(proof)),
    [[], ['password'], ['token', 'otp']],
  )
  assert.equal((await codesTo(browser, email)).length, 1)
})
