/** Tests whom a user blocks (product 3, 7.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBlock, listBlocks, listSchoolsToBlock } from '@foyer/contract/profile/block-list'
import { getProfile, getPublicProfile } from '@foyer/contract/profile/profile-routes'
import { getSettings, putSettings } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { openAccount } from '../browser/sign-in.ts'

async function open() {
  const browser = await openBrowser()
  const { service } = browser
  const makeUser = async () => {
    const { uuid, email } = await service.makeUser({ platforms: ['professor'] })
    const body = { uuid, password: rightPassword, product: 'learning', platform: 'professor' } as const
    const token = (await service.call(login, { body })).data.accessToken
    const { username, fullName } = (await service.call(getProfile, {}, { token })).data
    const settings = (await service.call(getSettings, {}, { token })).data
    await service.call(putSettings, { body: { ...settings, profileVisibility: 'public' } }, { token })
    return { email, token, username, fullName }
  }
  const [owner, other] = [await makeUser(), await makeUser()]
  const page = browser.newPage()
  const blocks = async () => (await service.call(listBlocks, {}, { token: owner.token })).data.items
  return { service, page, owner, other, blocks, section: 'account-public-profile' } as const
}

test('a user blocks a person by the address of the profile, who no longer sees it, and unblocks them', async () => {
  const { service, page, owner, other, blocks, section } = await open()
  const seen = () =>
    service.call(getPublicProfile, { params: { username: owner.username } }, { token: other.token })
  await openAccount(page, owner.email, { section })
  await page.sees('You haven’t blocked anyone.')
  const field = await page.waitFor(() => page.document.querySelector<HTMLInputElement>('#block-username'))
  assert.ok(field)
  await page.user.type(field, `https://learning.example/profile/${other.username}`)
  await page.user.keyboard('{Enter}')
  await page.find('button', `Unblock ${other.fullName}`)
  assert.equal((await seen()).code, 'not-found')
  await page.press(`Unblock ${other.fullName}`)
  await page.sees('You haven’t blocked anyone.')
  await page.focused('blocked-title')
  assert.deepEqual(await blocks(), [])
  assert.equal((await seen()).status, 200)
})

test('a username without a public profile is an error at its field, which keeps what was typed', async () => {
  const { page, owner, section } = await open()
  await openAccount(page, owner.email, { section })
  const form = await page.find('form', 'Block a person')
  const field = form.querySelector('input')
  assert.ok(field)
  await page.user.click(field)
  await page.user.keyboard('{Enter}')
  await page.described('block-username', /Enter the username of the person/)
  await page.user.type(field, 'nobody1234{Enter}')
  await page.described('block-username', /There is no public profile with this username/)
  assert.equal(field.value, 'nobody1234')
})

test('a user searches a school and blocks it', async () => {
  const { page, owner, section } = await open()
  const school = { id: '7b1e4c90-8d25-4a6f-b3e1-2f9c5a7d6e84', name: 'Green Valley School', place: 'Kerala' }
  page.answer(listSchoolsToBlock.path, () =>
    json(200, { data: [school], meta: { page: 1, page_size: 20, total: 1 } }),
  )
  const block = { id: school.id, kind: 'school', name: school.name, username: null, school_id: school.id }
  page.answer(addBlock.path, ({ method }) =>
    method === 'POST' ? json(200, { data: { ...block, created_at: '2026-11-20T09:30:00.000Z' } }) : undefined,
  )
  await openAccount(page, owner.email, { section })
  await page.press('Search')
  await page.described('block-school', /Enter the name of the school/)
  await page.type('Name of the school', 'green')
  await page.press('Search')
  await page.press('Block Green Valley School')
  await page.find('button', 'Unblock Green Valley School')
  await page.sees('KeralaBlocked')
})

test('a block list that is full says so', async () => {
  const { page, owner, section } = await open()
  page.answer(addBlock.path, ({ method }) =>
    method === 'POST' ? refusal(400, { code: 'list-full', message: 'The list is full.' }) : undefined,
  )
  await openAccount(page, owner.email, { section })
  const form = await page.find('form', 'Block a person')
  const field = form.querySelector('input')
  assert.ok(field)
  await page.user.type(field, 'asha1234{Enter}')
  await page.notice('The list is full.')
})

test('an ended session asks for the password, and the person is then blocked', async () => {
  const { page, owner, other, blocks, section } = await open()
  await openAccount(page, owner.email, { section })
  const form = await page.find('form', 'Block a person')
  const field = form.querySelector('input')
  assert.ok(field)
  await page.user.type(field, other.username)
  page.window.localStorage.clear()
  await page.user.keyboard('{Enter}')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.find('button', `Unblock ${other.fullName}`)
  assert.equal((await blocks()).length, 1)
})
