/** Tests notifications: posting and reading rights, pages, and opening. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { listAllMax } from '@foyer/contract/lists/paging'
import { exchangeCode } from '@foyer/contract/routes/handover'
import {
  getNotification,
  listNotifications,
  notificationBodyMaxLength,
  notificationTitleMaxLength,
  openNotification,
  postNotification,
} from '@foyer/contract/routes/notifications'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { leastStatements } from '../../testing/least-statements.ts'
import { openTestApp, originOf, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { deleteOldNotifications, keptDays } from './notifications.queries.ts'
import { notificationsPerUser } from './notifications.ts'

let testApp: TestApp
let user: string
let token: string
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1 } })
})
after(() => testApp.close())
beforeEach(async () => {
  const made = await member('student', 'school')
  user = made.user
  token = made.token
})

async function member(...platforms: ('student' | 'school')[]) {
  const { uuid } = await testApp.makeUser({ platforms })
  const body = { uuid, password: rightPassword, product: 'learning', platform: 'student' } as const
  const { data } = await testApp.call(login, { body })
  return { user: uuid, token: data.accessToken }
}

const client = 'student-client'
type Posted = Partial<Parameters<typeof testApp.call<typeof postNotification>>[1]['body']>
const post = (more: Posted = {}, sent: { client?: string; headers?: Record<string, string> } = {}) =>
  testApp.call(
    postNotification,
    { body: { user, title: 'Results', body: 'Your results are here.', ...more } },
    { client, ...sent },
  )
const list = (query = {}, as = token) => testApp.call(listNotifications, { query }, { token: as })
const open = (id: string, dateOpened: unknown, headers = {}, as = token) =>
  testApp.call(
    openNotification,
    { params: { id }, body: { dateOpened: dateOpened as string } },
    { token: as, headers },
  )

describe('posting', () => {
  it('adds a notification that the user lists and reads', async () => {
    assert.deepEqual((await list()).data, { items: [], page: 1, pageSize: 20, total: 0 })
    const url = `${originOf('student')}/results?of=1`
    const { status, data } = await post({ title: '  Results ', url })
    assert.equal(status, 200)
    const { id, createdAt, ...rest } = data
    const body = 'Your results are here.'
    assert.deepEqual(rest, {
      platform: 'student',
      kind: 'general',
      title: 'Results',
      body,
      url,
      dateOpened: null,
    })
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
    assert.deepEqual((await list()).data.items, [data])
    assert.deepEqual((await testApp.call(getNotification, { params: { id } }, { token })).data, data)
  })

  it('answers 404 alike for an unknown user, a user of another platform and a disabled one', async () => {
    const { uuid: stranger } = await testApp.makeUser({ platforms: ['school'] })
    const { uuid: disabled } = await testApp.makeUser()
    await sql`update users set disabled_at = now() where id = ${disabled}`.execute(testApp.services.db)
    const answers = await Promise.all([randomUUID(), stranger, disabled].map((of) => post({ user: of })))
    for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text])
  })

  it('refuses a URL that is not on an origin of the platform, and text that is missing, too long or hidden', async () => {
    const faulty: [Posted, string][] = [
      [{ url: `${originOf('school')}/results` }, 'url'],
      [{ url: `${originOf('student')}.evil.example/` }, 'url'],
      [{ url: 'javascript:alert(1)' }, 'url'],
      [{ url: '/results' }, 'url'],
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(notificationTitleMaxLength + 1) }, 'title'],
      [{ title: 'Two\nlines' }, 'title'],
      [{ body: '' }, 'body'],
      [{ body: 'x'.repeat(notificationBodyMaxLength + 1) }, 'body'],
      [{ user: 'someone' }, 'user'],
    ]
    for (const [more, field] of faulty) {
      const { status, fields } = await post(more)
      assert.deepEqual([status, Object.keys(fields)], [400, [field]], JSON.stringify(more))
    }
    assert.equal((await list()).data.total, 0)
  })

  it('refuses a caller without the credentials of a platform', async () => {
    const wrong = await testApp.call(postNotification, { body: { user, title: 'a', body: 'b' } }, { token })
    assert.deepEqual([wrong.status, wrong.code], [401, 'client-unknown'])
  })

  it('adds one notification for a request that is sent again, whichever platform uses the same key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await post({}, { headers })
    const again = await post({}, { headers })
    assert.deepEqual(again.data, first.data)
    const other = await post({}, { headers, client: 'school-client' })
    assert.equal(other.status, 200)
    assert.notEqual(other.data.id, first.data.id)
    assert.equal((await post({ title: 'Other' }, { headers })).status, 422)
    assert.equal((await list()).data.total, 2)
  })

  it('refuses more than fifty a day from one platform to one user', async () => {
    await sql`update attempts set count = ${notificationsPerUser.max} where key like 'notifications:%'`.execute(
      testApp.services.db,
    )
    await post()
    await sql`update attempts set count = ${notificationsPerUser.max} where key like 'notifications:%'`.execute(
      testApp.services.db,
    )
    const { status, code } = await post()
    assert.deepEqual([status, code], [429, 'too-many-attempts'])
    assert.equal((await post({}, { client: 'school-client' })).status, 200)
  })
})

describe('reading', () => {
  it('lists the newest first, by page and by opening', async () => {
    const { db } = testApp.services
    await sql`insert into notifications (user_id, platform, client_id, title, body, created_at, opened_at)
      select ${user}, 'student', ${client}, 'n' || n, 'b', now() - make_interval(mins => n / 2),
        case when n % 3 = 0 then now() end
      from generate_series(1, 45) as n`.execute(db)
    const all = (await list({ page: '-1' })).data
    assert.deepEqual([all.page, all.pageSize, all.total, all.items.length], [-1, 45, 45, 45])
    const times = all.items.map(({ createdAt }) => createdAt)
    assert.deepEqual(times, times.toSorted().toReversed())
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ page })))
    assert.deepEqual(
      pages.map(({ data }) => [data.page, data.pageSize, data.total, data.items.length]),
      [
        [1, 20, 45, 20],
        [2, 20, 45, 20],
        [3, 20, 45, 5],
        [4, 20, 45, 0],
      ],
    )
    assert.deepEqual(
      pages.flatMap(({ data }) => data.items),
      all.items,
    )
    assert.equal((await list({ opened: 'true' })).data.total, 15)
    assert.equal((await list({ opened: 'false', pageSize: '1' })).data.total, 30)
    assert.equal(
      await leastStatements(testApp, () => list()),
      await leastStatements(testApp, () => list({ page: '9' })),
    )
    for (const query of [{ opened: 'maybe' }, { page: '0' }, { pageSize: '101' }])
      assert.equal((await list(query)).status, 400, JSON.stringify(query))
  })

  it('refuses all pages at once above a bound', async () => {
    await sql`insert into notifications (user_id, platform, client_id, title, body)
      select ${user}, 'student', ${client}, 't', 'b' from generate_series(0, ${listAllMax}::int)`.execute(
      testApp.services.db,
    )
    const { status, fields } = await list({ page: '-1' })
    const sentence = 'There are too many for one answer. Ask for one page at a time.'
    assert.deepEqual([status, fields], [400, { page: [sentence] }])
    assert.equal((await list()).data.total, listAllMax + 1)
  })

  it('answers 304 to a client that has the current list, and never lets a cache keep it', async () => {
    await post()
    const { headers } = await list()
    assert.equal(headers['cache-control'], 'no-store')
    const known = { token, headers: { 'if-none-match': String(headers.etag) } }
    assert.equal((await testApp.call(listNotifications, {}, known)).status, 304)
    await post()
    assert.equal((await testApp.call(listNotifications, {}, known)).status, 200)
  })

  it('shows a session of a platform only what that platform posted', async () => {
    const fromSchool = (await post({}, { client: 'school-client' })).data
    const fromStudent = (await post()).data
    assert.equal((await list()).data.total, 2)
    const { data: minted } = await testApp.mint(token)
    const exchange = { body: { code: minted.code, platform: 'student' } } as const
    const { accessToken } = (await testApp.call(exchangeCode, exchange, { client })).data.session
    assert.deepEqual((await list({}, accessToken)).data.items, [fromStudent])
    const hidden = { params: { id: fromSchool.id } }
    assert.equal((await testApp.call(getNotification, hidden, { token: accessToken })).status, 404)
    assert.equal((await open(fromSchool.id, new Date().toISOString(), {}, accessToken)).status, 404)
    assert.equal((await list({ opened: 'true' })).data.total, 0)
  })
})

describe('opening', () => {
  it('keeps the time of the first opening, until the notification is marked as not opened', async () => {
    const { id } = (await post()).data
    await sql`update notifications set created_at = now() - interval '1 hour' where id = ${id}`.execute(
      testApp.services.db,
    )
    const at = new Date(Date.now() - 60_000).toISOString()
    const first = await open(id, at)
    assert.deepEqual([first.status, first.data.dateOpened], [200, at])
    assert.deepEqual((await open(id, new Date().toISOString())).data, first.data)
    assert.deepEqual((await list()).data.items, [first.data])
    assert.equal((await open(id, null)).data.dateOpened, null)
    assert.equal((await open(id, null)).data.dateOpened, null)
    const later = new Date(Date.now() - 30_000).toISOString()
    assert.equal((await open(id, later)).data.dateOpened, later)
  })

  it('takes a time before the posting for that of the posting, and one to come for now', async () => {
    for (const [at, isRight] of [
      ['0001-01-01T00:00:00Z', (opened: number, posted: number) => opened === posted],
      ['9999-12-31T23:59:59Z', (opened: number) => Math.abs(opened - Date.now()) < 60_000],
    ] as const) {
      const { id, createdAt } = (await post()).data
      const { dateOpened } = (await open(id, at)).data
      assert.ok(isRight(Date.parse(dateOpened ?? ''), Date.parse(createdAt)), `${at} became ${dateOpened}`)
    }
  })

  it('refuses what is no time', async () => {
    const { id } = (await post()).data
    for (const wrong of ['', 'today', '2026-13-01T00:00:00Z', '2026-01-01', 5, true, undefined])
      assert.equal((await open(id, wrong)).status, 400, String(wrong))
  })

  it('answers 412 when the notification has changed since it was read', async () => {
    const { id } = (await post()).data
    const { headers } = await testApp.call(getNotification, { params: { id } }, { token })
    const match = { 'if-match': String(headers.etag) }
    const opened = await open(id, new Date().toISOString(), match)
    assert.equal(opened.status, 200)
    assert.notEqual(opened.headers.etag, headers.etag)
    const late = await open(id, null, match)
    assert.deepEqual([late.status, late.code], [412, 'precondition-failed'])
  })

  it('answers 404 for a notification of another user as for an unknown one', async () => {
    const { id } = (await post()).data
    const other = await member('student')
    const at = new Date().toISOString()
    const answers = [await open(id, at, {}, other.token), await open(randomUUID(), at, {}, other.token)]
    for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text])
    assert.equal((await list()).data.items[0]?.dateOpened, null)
  })
})

describe('retention', () => {
  it('deletes notifications after a year', async () => {
    const { db } = testApp.services
    const [old, recent] = [(await post()).data, (await post()).data]
    for (const [{ id }, days] of [
      [old, keptDays + 1],
      [recent, keptDays - 1],
    ] as const)
      await sql`update notifications set created_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
        db,
      )
    await deleteOldNotifications(db, 100)
    assert.deepEqual(
      (await list()).data.items.map(({ id }) => id),
      [recent.id],
    )
  })
})
