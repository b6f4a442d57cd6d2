/** Tests the list of what was added to an account since a sign-in that was not the user's (N-197). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEmail, listEmails } from '@foyer/contract/profile/emails'
import { listPhones } from '@foyer/contract/profile/phones'
import type { Session } from '@foyer/contract/routes/sign-in'
import { newNumber, phoneSteps } from '../../api/src/features/contacts/test-phones.ts'
import { networkError } from '../browser/answers.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { makeOwner, openSecurity, partOf, signInElsewhere } from './security-steps.ts'

const title = 'Added since that sign-in'

/** The other person adds an email to the account. */
async function addEmailAs({ accessToken: token, user }: Session): Promise<string> {
  const email = (user.email ?? '').replace('@', '.theirs@')
  const { status, text } = await (await sharedService()).call(addEmail, { body: { email } }, { token })
  assert.equal(status, 200, text)
  return email
}

/** Says that the other browser is not the user's, and leaves the form of the password that the page then shows. */
async function disown(page: Page): Promise<void> {
  await page.press('That’s not me in Chrome on Windows')
  await page.heading('Change your password')
  await page.press('Back to security')
  await page.find('heading', title)
}

const tokenOf = (page: Page): string =>
  JSON.parse(page.window.localStorage.getItem('foyer.auth.professor') ?? '{}').accessToken

test('what the other person added is listed, and each is removed with one press', async () => {
  const owner = await makeOwner()
  const stranger = await signInElsewhere(owner)
  const added = await addEmailAs(stranger)
  const service = await sharedService()
  await phoneSteps(() => service).addVerified(stranger.accessToken, newNumber())
  const page = await openSecurity(owner)
  await disown(page)
  const part = partOf(page, title)
  const rows = () =>
    [...page.document.querySelectorAll(`section[aria-labelledby="added-since"] dt`)].map((row) =>
      page.text(row),
    )
  await page.waitFor(() => assert.deepEqual(rows(), ['Email', 'Phone']))
  assert.ok(!part.queryByText(owner.email), 'the address of the user is listed')
  await page.press(`Remove Email ${added}`)
  await page.waitFor(() => assert.deepEqual(rows(), ['Phone']))
  await page.focused('added-since')
  const token = tokenOf(page)
  const emails = (await service.call(listEmails, {}, { token })).data.items
  assert.deepEqual(
    emails.map(({ email }) => email),
    [owner.email],
  )
  await page.press(/^Remove Phone/)
  await page.sees('Nothing was added since then')
  assert.deepEqual((await service.call(listPhones, {}, { token })).data.items, [])
})

test('the list stays over a reload until the user has checked it', async () => {
  const owner = await makeOwner()
  await signInElsewhere(owner)
  const page = await openSecurity(owner)
  await disown(page)
  await page.sees('Nothing was added since then: no email, phone number, passkey, app or linked account.')
  await page.reload()
  await page.find('heading', title)
  await page.press('Close')
  await page.focused('title')
  await page.reload()
  await page.find('heading', 'Where you’re signed in')
  assert.ok(!page.get.queryByRole('heading', { name: title }), 'asked again')
})

test('a list that cannot be loaded says why and loads again, and a lost removal is tried again', async () => {
  const owner = await makeOwner()
  const added = await addEmailAs(await signInElsewhere(owner))
  const page = await openSecurity(owner)
  const arrive = page.answer(listEmails.path, () => Promise.reject(networkError()))
  await disown(page)
  await page.find('button', 'Try again to load what was added')
  arrive()
  await page.press('Try again to load what was added')
  const remove = `Remove Email ${added}`
  await page.find('button', remove)
  const recover = page.answer(/^\/api\/profile\/emails\/.+/, () => Promise.reject(networkError()))
  await page.press(remove)
  await page.notice('The service didn’t answer. Please try again.')
  recover()
  await page.press(remove)
  await page.sees('Nothing was added since then')
})
