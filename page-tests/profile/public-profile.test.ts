/** Tests who can see a profile, at which address, and what they see (product 7.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProfile, getPublicProfile, putProfile } from '@foyer/contract/profile/profile-routes'
import { sectionRoutes } from '@foyer/contract/profile/section-routes'
import { putSettings } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { openAccount } from '../browser/sign-in.ts'

const section = 'account-public-profile'
const everyone = 'Everyone can see your profile'

async function openPublicProfile() {
  const browser = await openBrowser()
  const { service } = browser
  const { uuid, email } = await service.makeUser({ platforms: ['professor'] })
  const body = { uuid, password: rightPassword, product: 'learning', platform: 'professor' } as const
  const token = (await service.call(login, { body })).data.accessToken
  const own = async () => (await service.call(getProfile, {}, { token })).data
  return { service, page: browser.newPage(), email, token, own }
}

test('a profile is hidden until its user shows it, which everybody can see at once', async () => {
  const { service, page, email, own } = await openPublicProfile()
  const { username } = await own()
  await openAccount(page, email, { section })
  const box = await page.field(everyone)
  assert.equal(box.checked, false)
  await page.user.click(box)
  await page.waitFor(async () => {
    const { data } = await service.call(getPublicProfile, { params: { username } })
    assert.equal(data.username, username)
  })
  await page.user.click(await page.field(everyone))
  await page.waitFor(async () =>
    assert.equal((await service.call(getPublicProfile, { params: { username } })).code, 'not-found'),
  )
})

test('a switch that is not saved goes back and says why', async () => {
  const { page, email } = await openPublicProfile()
  await openAccount(page, email, { section })
  const box = await page.field(everyone)
  page.answer(putSettings.path, ({ method }) =>
    method === 'PUT' ? refusal(503, { code: 'overloaded', message: 'We are busy. Try again.' }) : undefined,
  )
  await page.user.click(box)
  await page.described(box.id, /We are busy\. Try again\./)
  assert.equal(box.checked, false)
})

test('the form says whether a username is free while the user types, and changes it with the address', async () => {
  const { service, page, email, own } = await openPublicProfile()
  const other = await service.signIn()
  const taken = (await service.call(getProfile, {}, { token: other.accessToken })).data.username
  const before = await own()
  await openAccount(page, email, { section })
  const field = await page.field('Username')
  assert.equal(field.value, before.username)
  await page.user.clear(field)
  await page.user.type(field, taken)
  await page.sees(/is taken\. Choose another one\./)
  await page.press('Save username')
  await page.described(field.id, /This username is taken\. Choose another one\./)
  const wanted = `asha.${before.username}`.slice(0, 30)
  await page.user.clear(field)
  await page.user.type(field, wanted)
  await page.sees(/is free\./)
  await page.press('Save username')
  await page.sees(/Username saved\./)
  assert.equal((await own()).username, wanted)
  assert.ok(page.document.querySelector(`a[href$="/profile/${wanted}"]`))
})

test('a username that another window has changed is a choice', async () => {
  const { service, page, email, token, own } = await openPublicProfile()
  await openAccount(page, email, { section })
  const field = await page.field('Username')
  const { username } = await own()
  const theirs = `b.${username}`.slice(0, 30)
  await service.call(putProfile, { body: { username: theirs } as never }, { token })
  await page.user.clear(field)
  await page.user.type(field, `a.${username}`.slice(0, 30))
  await page.press('Save username')
  await page.notice(theirs)
  assert.equal((await own()).username, theirs)
})

test('the preview has what others see, and nothing else', async () => {
  const { service, page, email, token, own } = await openPublicProfile()
  const { username } = await own()
  const head = { username, headline: 'Teacher of physics', dateOfBirth: '2001-05-31' }
  await service.call(putProfile, { body: head as never }, { token })
  await service.call(
    sectionRoutes.awards.add,
    { body: { title: 'Olympiad', date: '2024-05' } as never },
    { token },
  )
  await service.call(
    sectionRoutes['test-scores'].add,
    { body: { name: 'Maths', score: '91' } as never },
    { token },
  )
  await openAccount(page, email, { section })
  const preview = await page.waitFor(() =>
    page.get.getByRole('article', { name: 'Preview of your public profile' }),
  )
  const text = preview.textContent ?? ''
  assert.match(text, /Teacher of physics[\s\S]*Awards[\s\S]*Olympiad[\s\S]*May 2024/)
  assert.doesNotMatch(text, /2001|Maths|91/)
  assert.doesNotMatch(text, new RegExp(email.replace(/[.+]/g, '\\$&')))
})
