/** Tests the deletion of the account on its page, and what the page says after a sign-in that cancels it (product 3, N-190). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestDeletion } from '@foyer/contract/routes/account-deletion'
import { ageSessions } from '../../api/src/features/step-up/test-step-up.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { openAccount } from '../browser/sign-in.ts'

const section = 'account-privacy'

async function openPrivacy() {
  const browser = await openBrowser()
  const { service } = browser
  const { uuid, email } = await service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage()
  await openAccount(page, email, { section })
  const isLeaving = async () => {
    const asked = service.services.db.selectFrom('accountDeletions').select('userId')
    return (await asked.where('userId', '=', uuid).execute()).length > 0
  }
  return { service, page, uuid, isLeaving }
}

test('a user closes the account, reads the date, and keeps the account by signing in again', async () => {
  const { page, isLeaving } = await openPrivacy()
  await page.press('Delete my account')
  await page.press('Yes, delete my account')
  await page.sees(
    /Your account is closed\. We’ll delete it on \w+ \d+(, \d{4})?\. To keep it, sign in before then\./,
  )
  assert.ok(await isLeaving())
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.sees('Your account is not deleted any more, because you signed in.')
  await page.goto('/account?platform=professor')
  await page.sees('Your account is not deleted any more, because you signed in.')
})

test('a user with an old proof is asked for the password, and may still keep the account', async () => {
  const { service, page, uuid, isLeaving } = await openPrivacy()
  await ageSessions(service, uuid)
  await page.press('Delete my account')
  await page.press('Yes, delete my account')
  await page.type('Password', rightPassword)
  await page.press('Cancel')
  await page.waitFor(() => assert.ok(!page.document.querySelector('dialog'), 'still shown'))
  assert.equal(await isLeaving(), false)
  await page.press('Keep my account')
  await page.waitFor(() => assert.equal(page.document.activeElement?.id, 'delete-account'))
  await page.press('Delete my account')
  await page.press('Yes, delete my account')
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.sees('Your account is closed.')
  assert.ok(await isLeaving())
})

test('a deletion that fails says why and changes nothing', async () => {
  const { page, isLeaving } = await openPrivacy()
  page.answer(requestDeletion.path, ({ method }) =>
    method === 'POST' ? refusal(503, { code: 'overloaded', message: 'We are busy. Try again.' }) : undefined,
  )
  await page.press('Delete my account')
  await page.press('Yes, delete my account')
  await page.notice(/We are busy\. Try again\./)
  assert.equal(await isLeaving(), false)
  await page.press('Keep my account')
})
