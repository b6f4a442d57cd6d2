/**
 * Tests skill portfolios: the user's own portfolio, the public skill profile, and platforms' submissions for users
 * (N-133, N-135).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  getSkillPortfolio,
  getSkillProfile,
  getSkillVisibility,
  putSkillPortfolio,
  putSkillVisibility,
  type SkillPortfolio,
} from '@foyer/contract/profile/skill-portfolio'
import {
  addAttachment,
  addSubmission,
  getAttachment,
  getSubmission,
  listSubmissions,
} from '@foyer/contract/profile/submissions'
import { putSettings } from '@foyer/contract/routes/settings'
import { sql } from 'kysely'
import { jobs } from '../../operator/jobs/jobs.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteUser } from '../accounts/delete-user.ts'
import { findProfile, openProfile } from '../profile/profiles.ts'
import { removePortfolio } from './portfolios.ts'
import { attachPicture, handIn } from './test-submissions.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

async function signIn() {
  const { accessToken: token, user } = await testApp.signIn()
  return { token, uuid: user.uuid }
}

/** An item as a platform sends it, without an id. */
const item = (more: Partial<SkillPortfolio['items'][number]> = {}) => ({
  title: 'A telescope from cardboard',
  summary: null,
  skills: ['Optics'],
  url: 'https://asha.example/telescope',
  submissionId: null,
  ...more,
})
const portfolio = (more: Partial<SkillPortfolio> = {}): SkillPortfolio => ({
  isPublic: false,
  headline: 'I build measuring instruments',
  items: [item()],
  ...more,
})

async function usernameOf(id: string): Promise<string> {
  const { db } = testApp.services
  await openProfile(db, { id, firstName: 'Asha', lastName: 'Rao' })
  return (await findProfile(db, id))?.username ?? ''
}

describe('own skill portfolio', () => {
  it('answers an empty private portfolio at first, and then what was stored', async () => {
    const { token } = await signIn()
    const empty = { isPublic: false, headline: null, items: [] }
    assert.deepEqual((await testApp.call(getSkillPortfolio, {}, { token })).data, empty)
    const body = portfolio()
    const stored = (await testApp.call(putSkillPortfolio, { body }, { token })).data
    assert.deepEqual({ ...stored, items: stored.items.map(({ id: _, ...rest }) => rest) }, body)
    assert.deepEqual((await testApp.call(getSkillPortfolio, {}, { token })).data, stored)
    assert.equal((await testApp.call(getSkillVisibility, {}, { token })).data.isPublic, false)
  })

  it('lets one of two changes of the same version win', async () => {
    const { token } = await signIn()
    const { etag } = (await testApp.call(getSkillPortfolio, {}, { token })).headers
    const headers = { 'if-match': String(etag) }
    const unread = { 'if-none-match': String(etag) }
    assert.equal((await testApp.call(getSkillPortfolio, {}, { token, headers: unread })).status, 304)
    const changes = ['one', 'two'].map((headline) =>
      testApp.call(putSkillPortfolio, { body: portfolio({ headline }) }, { token, headers }),
    )
    const answers = await Promise.all(changes)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    const kept = answers.find(({ status }) => status === 200)
    const now = await testApp.call(getSkillPortfolio, {}, { token })
    assert.deepEqual([now.data, now.headers.etag], [kept?.data, kept?.headers.etag])
    const visibility = await testApp.call(getSkillVisibility, {}, { token })
    const shown = { body: { isPublic: true } }
    assert.equal((await testApp.call(putSkillVisibility, shown, { token, headers })).status, 412)
    const match = { 'if-match': String(visibility.headers.etag) }
    assert.equal((await testApp.call(putSkillVisibility, shown, { token, headers: match })).status, 200)
  })

  it('refuses links without https, too many items, and submissions of another user', async () => {
    const { token } = await signIn()
    const other = await signIn()
    const { id } = await handIn(testApp, other.uuid)
    for (const [items, field] of [
      [[item({ url: 'http://asha.example' })], 'items.0.url'],
      [[item({ url: 'javascript:alert(1)' })], 'items.0.url'],
      [[item({ title: ' ' })], 'items.0.title'],
      [Array.from({ length: 51 }, () => item()), 'items'],
      [[item(), item({ submissionId: id })], 'items.1.submissionId'],
      [[item({ submissionId: randomUUID() })], 'items.0.submissionId'],
    ] as const) {
      const body = portfolio({ items: [...items] })
      const { status, fields } = await testApp.call(putSkillPortfolio, { body }, { token })
      assert.deepEqual([status, Object.keys(fields)], [400, [field]])
    }
  })
})

describe('public skill profile', () => {
  it('answers a hidden skill profile like an unknown username, whatever the profile shows (N-91)', async () => {
    const { token, uuid } = await signIn()
    const submission = await handIn(testApp, uuid, { title: 'Bridge', score: '9 of 10' })
    const items = [item(), item({ title: 'My bridge', submissionId: submission.id })]
    await testApp.call(putSkillPortfolio, { body: portfolio({ items }) }, { token })
    const username = await usernameOf(uuid)
    const settings = {
      language: 'en' as const,
      timezone: 'Asia/Kolkata',
      marketingEmails: false,
      productEmails: false,
      analyticsConsent: false,
      profileVisibility: 'public' as const,
    }
    await testApp.call(putSettings, { body: settings }, { token })
    const read = (name: string) => testApp.call(getSkillProfile, { params: { username: name } })
    const [hidden, unknown] = [await read(username), await read('nobody0000')]
    assert.deepEqual([hidden.status, hidden.text], [404, unknown.text])
    assert.equal(
      await testApp.countStatements(() => read(username)),
      await testApp.countStatements(() => read('nobody0000')),
    )

    await testApp.call(putSettings, { body: { ...settings, profileVisibility: 'private' } }, { token })
    await testApp.call(putSkillVisibility, { body: { isPublic: true } }, { token })
    const shown = await read(username.toUpperCase())
    assert.deepEqual(shown.data, {
      username,
      fullName: 'Asha Rao',
      picture: null,
      headline: 'I build measuring instruments',
      items: [
        { title: item().title, summary: null, skills: ['Optics'], url: item().url, submission: null },
        {
          title: 'My bridge',
          summary: null,
          skills: ['Optics'],
          url: item().url,
          submission: {
            platform: 'student',
            title: 'Bridge',
            score: '9 of 10',
            submittedAt: submission.submittedAt,
          },
        },
      ],
    })
    assert.doesNotMatch(shown.text, new RegExp(`${uuid}|${submission.id}|@`))

    await sql`update users set disabled_at = now() where id = ${uuid}`.execute(testApp.services.db)
    assert.equal((await read(username)).status, 404)
  })

  it('gives a user without a username one when the skill profile is shown', async () => {
    const { token, uuid } = await signIn()
    await testApp.call(putSkillVisibility, { body: { isPublic: true } }, { token })
    const profile = await findProfile(testApp.services.db, uuid)
    const params = { username: profile?.username ?? '' }
    assert.equal((await testApp.call(getSkillProfile, { params })).data.fullName, 'Asha Rao')
  })
})

describe('submissions', () => {
  it('shows what platforms handed in to their user alone, the newest first and page by page', async () => {
    const { token, uuid } = await signIn()
    const stranger = await signIn()
    const posted = []
    for (const day of ['03', '01', '02'])
      posted.push(await handIn(testApp, uuid, { submittedAt: `2026-10-${day}T10:00:00.000Z` }))
    const list = (query: object, by = token) => testApp.call(listSubmissions, { query }, { token: by })
    const [third, first, second] = posted
    assert.deepEqual((await list({})).data, {
      items: [third, second, first],
      page: 1,
      pageSize: 20,
      total: 3,
    })
    assert.deepEqual((await list({ page: '2', pageSize: '2' })).data, {
      items: [first],
      page: 2,
      pageSize: 2,
      total: 3,
    })
    assert.deepEqual((await list({ page: '9' })).data, { items: [], page: 9, pageSize: 20, total: 3 })
    assert.deepEqual((await list({ page: '-1' })).data.pageSize, 3)
    assert.deepEqual((await list({}, stranger.token)).data.total, 0)
    const params = { id: third?.id ?? '' }
    assert.deepEqual((await testApp.call(getSubmission, { params }, { token })).data, third)
    assert.equal((await testApp.call(getSubmission, { params }, { token: stranger.token })).status, 404)
  })

  it('takes submissions for members of the platform alone', async () => {
    const { uuid } = await testApp.makeUser({ platforms: ['professor'] })
    const body = { title: 'Bridge', skills: [] }
    const post = (user: string, client?: string) =>
      testApp.call(addSubmission, { body: { ...body, user } }, client ? { client } : {})
    assert.equal((await post(uuid, 'professor-client')).data.platform, 'professor')
    assert.equal((await post(uuid, 'student-client')).code, 'not-found')
    assert.equal((await post(randomUUID(), 'student-client')).code, 'not-found')
    assert.equal((await post(uuid)).code, 'client-unknown')
    await sql`update users set disabled_at = now() where id = ${uuid}`.execute(testApp.services.db)
    assert.equal((await post(uuid, 'professor-client')).code, 'not-found')
  })

  it('stores a submission once, however often its request is repeated', async () => {
    const { token, uuid } = await signIn()
    const headers = { 'idempotency-key': randomUUID() }
    const body = { user: uuid, title: 'Bridge', skills: [] }
    const post = () => testApp.call(addSubmission, { body }, { client: 'student-client', headers })
    const [one, two] = await Promise.all([post(), post()])
    assert.deepEqual(one.data, two.data)
    assert.equal((await testApp.call(listSubmissions, {}, { token })).data.total, 1)
    // Idempotency keys are separate for each client.
    const other = await testApp.call(addSubmission, { body }, { client: 'student-pkce-client', headers })
    assert.notEqual(other.data.id, one.data.id)
  })
})

describe('attachments', () => {
  it('sends an attachment to the user of the submission as a download, and to nobody else', async () => {
    const { token, uuid } = await signIn()
    const stranger = await signIn()
    const { id } = await handIn(testApp, uuid, { title: 'My bridge / नदी' })
    assert.equal((await attachPicture(testApp, id, 'student-pkce-client')).code, 'not-found')
    const { data: attachment } = await attachPicture(testApp, id)
    assert.deepEqual([attachment.type, attachment.fileName], ['image/webp', 'My bridge / नदी.webp'])
    const { attachments } = (await testApp.call(getSubmission, { params: { id } }, { token })).data
    assert.deepEqual(attachments, [attachment])
    const params = { id: attachment.id }
    const file = await testApp.call(getAttachment, { params }, { token })
    assert.deepEqual(
      [file.status, file.headers['content-type'], file.headers['cache-control']],
      [200, 'image/webp', 'no-store'],
    )
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="My bridge _/)
    assert.equal((await testApp.call(getAttachment, { params }, { token: stranger.token })).status, 404)
  })

  it('takes ten attachments at most, and refuses other files', async () => {
    const { token, uuid } = await signIn()
    const { id } = await handIn(testApp, uuid)
    const answers = await Promise.all(Array.from({ length: 2 }, () => attachPicture(testApp, id)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    for (let count = 2; count < 10; count += 1) await attachPicture(testApp, id)
    assert.equal((await attachPicture(testApp, id)).code, 'list-full')
    const page = { client: 'student-client', file: '<script>alert(1)</script>' }
    assert.equal((await testApp.call(addAttachment, { params: { id } }, page)).code, 'file-type')
    const { attachments } = (await testApp.call(getSubmission, { params: { id } }, { token })).data
    assert.equal(attachments.length, 10)
  })
})

describe('removal', () => {
  it('deletes portfolio, submissions and files with the user', async () => {
    const { token, uuid } = await signIn()
    const { id } = await handIn(testApp, uuid)
    const { data } = await attachPicture(testApp, id)
    await testApp.call(putSkillPortfolio, { body: portfolio() }, { token })
    await deleteUser(testApp.services, uuid)
    assert.equal(
      await testApp.services.storage.get({ area: 'attachments', id: data.id, ending: 'webp' } as const),
      null,
    )
    const { rows } = await sql`
      select user_id from skill_portfolios where user_id = ${uuid}
      union all select user_id from skill_submissions where user_id = ${uuid}
      union all select id from skill_attachments where id = ${data.id}`.execute(testApp.services.db)
    assert.deepEqual(rows, [])
  })

  it('leaves no file behind when a stranger’s portfolio is removed', async () => {
    const { db, storage } = testApp.services
    const { token, uuid } = await signIn()
    const { data } = await attachPicture(testApp, (await handIn(testApp, uuid)).id)
    await testApp.call(putSkillPortfolio, { body: portfolio({ isPublic: true }) }, { token })
    await removePortfolio(db, uuid)
    assert.deepEqual((await testApp.call(getSkillPortfolio, {}, { token })).data.items, [])
    assert.equal((await testApp.call(listSubmissions, {}, { token })).data.total, 0)
    const key = { area: 'attachments', id: data.id, ending: 'webp' } as const
    const job = jobs.find(({ name }) => name === 'attachments')
    await job?.doBatch(testApp.services)
    await sql`update skill_attachments set created_at = now() - interval '2 days'
      where submission_id is null`.execute(db)
    assert.equal(await job?.doBatch(testApp.services), 1)
    assert.equal(await storage.get(key), null)
  })
})
