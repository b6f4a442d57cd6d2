/** Tests how users keep their skill portfolio, and what they see of work that platforms hand in (product 2.5, 7.2). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProfile } from '@foyer/contract/profile/profile-routes'
import {
  getSkillPortfolio,
  getSkillProfile,
  getSkillVisibility,
  putSkillPortfolio,
} from '@foyer/contract/profile/skill-portfolio'
import { listSubmissions } from '@foyer/contract/profile/submissions'
import { login } from '@foyer/contract/routes/sign-in'
import { attachPicture, handIn } from '../../api/src/features/skill-portfolio/test-submissions.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError, refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount } from '../browser/sign-in.ts'
import { entryNames } from './profile-steps.ts'

const section = 'account-skill-portfolio'
const path = '/account/skill-portfolio?platform=student'
const platform = 'student'

async function openUser() {
  const browser = await openBrowser()
  const { service } = browser
  const { uuid, email } = await service.makeUser({ platforms: [platform] })
  const body = { uuid, password: rightPassword, product: 'learning', platform } as const
  const token = (await service.call(login, { body })).data.accessToken
  const stored = async () => (await service.call(getSkillPortfolio, {}, { token })).data
  return { browser, service, page: browser.newPage(), uuid, email, token, stored }
}

async function openPortfolio() {
  const opened = await openUser()
  await openAccount(opened.page, opened.email, { platform, section })
  await opened.page.find('button', 'Add a piece of work')
  return opened
}

async function add(page: Page, title: string): Promise<void> {
  await page.press('Add a piece of work')
  await page.focused('skill-title')
  await page.type('Title', title)
  await page.press('Add')
  await page.find('heading', title)
}

const titlesOf = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title)

test('a user adds, changes, orders and deletes pieces of work, and puts a deleted one back in its place', async () => {
  const { page, stored } = await openPortfolio()
  await page.sees('Show a project, a text or a lesson, and which skills it took.')
  await page.press('Add a piece of work')
  await page.press('Add')
  await page.described('skill-title', /Enter a title/)
  await page.type('Title', 'Robot')
  await page.type('Skills', `Physics, ${'a'.repeat(61)}`)
  await page.press('Add')
  await page.described('skill-skills', /“a+”: Length cannot be greater than 60/)
  await page.type('Skills', 'Physics, Soldering,')
  await page.type('Link', 'robot.example')
  await page.press('Add')
  await page.find('heading', 'Robot')
  await page.sees('Physics, Soldering')
  await add(page, 'Poem')
  await add(page, 'Kite')
  assert.deepEqual(entryNames(page), ['Robot', 'Poem', 'Kite'])
  const { id: _, ...robot } = (await stored()).items[0] ?? {}
  assert.deepEqual(robot, {
    title: 'Robot',
    summary: null,
    skills: ['Physics', 'Soldering'],
    url: 'https://robot.example',
    submissionId: null,
  })

  await page.press('Change “Poem”')
  await page.type('Title', 'Two poems')
  await page.press('Save')
  await page.find('heading', 'Two poems')
  await page.press('Move up “Kite”')
  await page.waitFor(async () => assert.deepEqual(titlesOf(await stored()), ['Robot', 'Kite', 'Two poems']))
  await page.press('Delete “Kite”')
  await page.sees('“Kite” was deleted.')
  assert.deepEqual(titlesOf(await stored()), ['Robot', 'Two poems'])
  await page.press('Undo')
  await page.find('heading', 'Kite')
  await page.waitFor(async () => assert.deepEqual(titlesOf(await stored()), ['Robot', 'Kite', 'Two poems']))
  await page.reload()
  await page.find('heading', 'Kite')
  assert.deepEqual(entryNames(page), ['Robot', 'Kite', 'Two poems'])
})

test('work that a platform handed in shows its files, and becomes a piece of the portfolio', async () => {
  const { service, page, uuid, email, stored } = await openUser()
  const { id } = await handIn(service, uuid, { score: '18 of 20' })
  await attachPicture(service, id)
  await openAccount(page, email, { platform, section })
  await page.find('heading', 'A weather station')
  await page.sees('Learning · 18 of 20 · Physics, Soldering')
  await page.press('1 file “A weather station”')
  await page.find('button', 'Download A weather station.webp')

  await page.press('Add to your skill portfolio “A weather station”')
  await page.sees('In your skill portfolio')
  await page.focused(`submission-${id}`)
  assert.equal((await stored()).items[0]?.submissionId, id)
  await page.press('Handed-in work “A weather station”')
  await page.waitFor(() =>
    assert.match(page.document.querySelector('.entry-files h4')?.textContent ?? '', /weather/),
  )

  // A change of the item keeps the work that it refers to.
  await page.press('Change “A weather station”')
  await page.type('Title', 'My weather station')
  await page.press('Save')
  await page.find('heading', 'My weather station')
  assert.equal((await stored()).items[0]?.submissionId, id)
  await page.press('Delete “My weather station”')
  await page.find('button', 'Add to your skill portfolio “A weather station”')
  await page.press('Undo')
  await page.sees('In your skill portfolio')
})

test('a file that cannot be downloaded says why', async () => {
  const { service, page, uuid, email } = await openUser()
  const { id } = await handIn(service, uuid)
  await attachPicture(service, id)
  await openAccount(page, email, { platform, section })
  page.answer(/\/skill-portfolio\/attachments\//, () =>
    refusal(503, { code: 'overloaded', message: 'We are busy. Try again.' }),
  )
  await page.press('1 file “A weather station”')
  await page.press('Download A weather station.webp')
  await page.notice('We are busy. Try again.')
})

test('a change of another window is a choice, and an order of another list is refused', async () => {
  const { service, page, token, stored } = await openPortfolio()
  await add(page, 'Robot')
  await add(page, 'Kite')
  type Items = Awaited<ReturnType<typeof stored>>['items']
  const change = async (edit: (items: Items) => Items) => {
    const { items, ...rest } = await stored()
    await service.call(putSkillPortfolio, { body: { ...rest, items: edit(items) } }, { token })
  }
  await page.press('Change “Robot”')
  await page.type('Title', 'My robot')
  // The other window renames the item, moves it, and adds one with its former title.
  await change(([robot, kite]) =>
    robot && kite ? [kite, { ...robot, title: 'Their robot' }, { title: 'Robot', skills: [] } as never] : [],
  )
  await page.press('Save')
  await page.notice('This was changed in another window while you were writing.')
  await page.press('Keep what I wrote')
  await page.find('heading', 'My robot')
  assert.deepEqual(titlesOf(await stored()), ['Kite', 'My robot', 'Robot'])

  await page.press('Change “My robot”')
  await page.type('Title', 'Best robot')
  await change((items) => items.filter(({ title }) => title === 'Kite'))
  await page.press('Save')
  await page.notice('This was deleted in another window while you were writing.')
  await page.press('Add mine again')
  await page.find('heading', 'Best robot')
  assert.deepEqual(titlesOf(await stored()), ['Kite', 'Best robot'])

  await change((items) => [...items, { title: 'Drum', skills: [] } as never])
  await page.press('Move up “Kite”')
  await page.notice('This list was changed in another window. You see the newest version now.')
  await page.waitFor(() => assert.deepEqual(entryNames(page), ['Kite', 'Best robot', 'Drum']))
})

test('an item that another window has changed is not deleted before its user has seen the change', async () => {
  const { service, page, token, stored } = await openPortfolio()
  await add(page, 'Robot')
  const { items, ...rest } = await stored()
  const changed = items.map((item) => ({ ...item, summary: 'It walks.' }))
  await service.call(putSkillPortfolio, { body: { ...rest, items: changed } }, { token })
  await page.press('Delete “Robot”')
  await page.notice('This list was changed in another window. You see the newest version now.')
  await page.sees('It walks.')
  await page.press('Delete “Robot”')
  await page.sees('“Robot” was deleted.')
  assert.deepEqual((await stored()).items, [])
})

test('a lost answer adds a piece of work once', async () => {
  const { page, stored } = await openPortfolio()
  let isFirst = true
  page.answer(putSkillPortfolio.path, async ({ method, forward }) => {
    if (method !== 'PUT' || !isFirst) return undefined
    isFirst = false
    await forward()
    throw networkError()
  })
  await page.press('Add a piece of work')
  await page.type('Title', 'Robot')
  await page.press('Add')
  await page.press('Try again')
  await page.find('heading', 'Robot')
  assert.deepEqual(titlesOf(await stored()), ['Robot'])
})

test('the headline and the switch of the skill profile are stored, and everybody sees them at once', async () => {
  const { service, page, token } = await openPortfolio()
  await page.type('Headline', 'Robotics')
  await page.press('Save headline')
  await page.sees('Headline saved.')
  await page.user.click(await page.field('Everyone can see your skill profile'))
  await page.waitFor(async () =>
    assert.equal((await service.call(getSkillVisibility, {}, { token })).data.isPublic, true),
  )
  const { username, visibility } = (await service.call(getProfile, {}, { token })).data
  assert.equal(visibility, 'private')
  const { data } = await service.call(getSkillProfile, { params: { username } })
  assert.equal(data.headline, 'Robotics')
})

test('parts that cannot be loaded say why and load again, and the others stay usable', async () => {
  const { browser, page } = await openPortfolio()
  let isDown = true
  page.answer(listSubmissions.path, () => {
    if (isDown) throw networkError()
    return undefined
  })
  await page.goto(path)
  await page.notice(/could not|reach|answer/i)
  isDown = false
  await page.press('Try again to load the work handed in for you')
  await page.sees('Nothing yet. When you finish something at a platform, it can hand it in for you.')

  await page.press('Add a piece of work')
  await page.type('Title', 'Robot')
  browser.setOnline(false)
  await page.press('Add')
  await page.notice(/offline/i)
  browser.setOnline(true)
  await page.find('heading', 'Robot')
})
