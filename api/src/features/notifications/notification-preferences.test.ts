/** Tests which notifications a user gets, in the list and by email (N-230). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { notificationDefaults, notificationKindNames } from '@foyer/contract/notification-kinds'
import { requestDeletion } from '@foyer/contract/routes/account-deletion'
import {
  getNotificationPreferences,
  putNotificationPreference,
} from '@foyer/contract/routes/notification-preferences'
import {
  getNotification,
  listNotifications,
  openNotification,
  postNotification,
} from '@foyer/contract/routes/notifications'
import { sql } from 'kysely'
import { notificationsPerMailbox } from '../../messages/notice-limit.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1 } })
})
after(() => testApp.close())

async function openUser() {
  const { accessToken: token, user: signedIn } = await testApp.signIn()
  return { user: signedIn.uuid, email: signedIn.email ?? '', token }
}

type Posted = Partial<Parameters<typeof testApp.call<typeof postNotification>>[1]['body']>
const post = (user: string, more: Posted = {}, headers: Record<string, string> = {}) =>
  testApp.call(
    postNotification,
    { body: { user, title: 'Results', body: 'Your results are here.', ...more } },
    { client: 'student-client', headers },
  )
const preferences = (token: string) => testApp.call(getNotificationPreferences, {}, { token })
type Change = Parameters<typeof testApp.call<typeof putNotificationPreference>>[1]['body']
const set = (token: string, body: Change) => testApp.call(putNotificationPreference, { body }, { token })
const titles = async (token: string) =>
  (await testApp.call(listNotifications, {}, { token })).data.items.map(({ title }) => title)
async function mails(to: string) {
  const { db, outbox } = testApp.services
  return (await outbox.recent(db, 500)).filter((mail) => mail.template === 'notification' && mail.to === to)
}

const defaults = notificationKindNames.map((kind) => ({ kind, ...notificationDefaults }))
const withChange = (kind: string, change: object) =>
  defaults.map((row) => (row.kind === kind ? { ...row, ...change } : row))

describe('preferences', () => {
  it('give every kind in the list and none by email until the user chooses', async () => {
    const { token, email } = await openUser()
    assert.deepEqual((await preferences(token)).data, { email, kinds: defaults })
    assert.deepEqual(notificationDefaults, { foyer: true, email: false })
  })

  it('change one kind in one channel, back and forth, and keep the others and other users', async () => {
    const { token } = await openUser()
    const other = await openUser()
    const on = await set(token, { kind: 'course', channel: 'email', isOn: true })
    assert.deepEqual(on.data.kinds, withChange('course', { email: true }))
    await set(token, { kind: 'course', channel: 'email', isOn: true })
    const off = await set(token, { kind: 'course', channel: 'foyer', isOn: false })
    assert.deepEqual(off.data.kinds, withChange('course', { email: true, foyer: false }))
    await set(token, { kind: 'course', channel: 'foyer', isOn: true })
    await set(token, { kind: 'course', channel: 'email', isOn: false })
    assert.deepEqual((await preferences(token)).data.kinds, defaults)
    assert.deepEqual((await preferences(other.token)).data.kinds, defaults)
  })

  it('store only what differs from the default', async () => {
    const { token, user } = await openUser()
    for (const isOn of [false, true])
      for (const channel of ['foyer', 'email'] as const) await set(token, { kind: 'message', channel, isOn })
    const { rows } = await sql`select kind, channel, is_on from notification_preferences
      where user_id = ${user}`.execute(testApp.services.db)
    assert.deepEqual(rows, [{ kind: 'message', channel: 'email', isOn: true }])
  })

  it('refuse an unknown kind and channel, and what is not true or false', async () => {
    const { token } = await openUser()
    const right = { kind: 'course', channel: 'email', isOn: true } as const
    for (const [wrong, field] of [
      [{ kind: 'security' }, 'kind'],
      [{ kind: '__proto__' }, 'kind'],
      [{ channel: 'sms' }, 'channel'],
      [{ isOn: 'yes' }, 'isOn'],
    ] as const) {
      const { status, fields } = await set(token, { ...right, ...wrong } as unknown as Change)
      assert.deepEqual([status, Object.keys(fields)], [400, [field]], JSON.stringify(wrong))
    }
    assert.deepEqual((await preferences(token)).data.kinds, defaults)
  })

  it('name no address while the sign-in address is unproven', async () => {
    const { user, token } = await openUser()
    await sql`update emails set provenance = 'self_unverified' where user_id = ${user}`.execute(
      testApp.services.db,
    )
    assert.equal((await preferences(token)).data.email, null)
  })
})

describe('a posted notification', () => {
  it('is of the kind general unless its platform says another one', async () => {
    const { user, token } = await openUser()
    assert.equal((await post(user)).data.kind, 'general')
    assert.equal((await post(user, { kind: 'reminder' })).data.kind, 'reminder')
    const { status, fields } = await post(user, { kind: 'security' as 'general' })
    assert.deepEqual([status, Object.keys(fields)], [400, ['kind']])
    assert.equal((await titles(token)).length, 2)
  })

  it('of a kind that its user has turned off is answered as any other, and nobody lists or opens it', async () => {
    const { user, token } = await openUser()
    const { data: before } = await post(user, { kind: 'course', title: 'Before' })
    await set(token, { kind: 'course', channel: 'foyer', isOn: false })
    const headers = { 'idempotency-key': randomUUID() }
    const { status, data } = await post(user, { kind: 'course', title: 'Unwanted' }, headers)
    assert.deepEqual([status, Object.keys(data)], [200, Object.keys(before)])
    assert.deepEqual((await post(user, { kind: 'course', title: 'Unwanted' }, headers)).data, data)
    await post(user, { kind: 'message', title: 'Wanted' })
    assert.deepEqual(await titles(token), ['Wanted', 'Before'])
    const params = { id: data.id }
    assert.equal((await testApp.call(getNotification, { params }, { token })).status, 404)
    const body = { dateOpened: new Date().toISOString() }
    assert.equal((await testApp.call(openNotification, { params, body }, { token })).status, 404)
  })

  it('is sent by email only where its user has chosen its kind, with a link to the page of the choice', async () => {
    const { user, token, email } = await openUser()
    await set(token, { kind: 'course', channel: 'email', isOn: true })
    await post(user, { kind: 'message' })
    await post(user)
    assert.deepEqual(await mails(email), [])
    await post(user, { kind: 'course', title: 'New course', body: 'It begins on Monday.' })
    const [mail, ...others] = await mails(email)
    assert.deepEqual(others, [])
    assert.match(mail?.subject ?? '', /New course$/)
    assert.match(
      mail?.text ?? '',
      /See your notifications:\n\S+\/account\/notifications\?platform=student\n\nYou chose emails about courses\. To turn them off, press ‘Settings’/,
    )
    await set(token, { kind: 'course', channel: 'email', isOn: false })
    await post(user, { kind: 'course' })
    assert.equal((await mails(email)).length, 1)
  })

  it('is sent by email without being listed, if its user wants it so', async () => {
    const { user, token, email } = await openUser()
    await set(token, { kind: 'general', channel: 'foyer', isOn: false })
    await set(token, { kind: 'general', channel: 'email', isOn: true })
    await post(user)
    assert.deepEqual([await titles(token), (await mails(email)).length], [[], 1])
  })

  it('is sent once for a request that is repeated', async () => {
    const { user, token, email } = await openUser()
    await set(token, { kind: 'general', channel: 'email', isOn: true })
    const headers = { 'idempotency-key': randomUUID() }
    await Promise.all([post(user, {}, headers), post(user, {}, headers)])
    await post(user, {}, headers)
    assert.deepEqual([(await titles(token)).length, (await mails(email)).length], [1, 1])
  })

  it('is not sent to an unproven address, a closed account, or above ten emails a day', async () => {
    const { db } = testApp.services
    const unproven = await openUser()
    const closed = await openUser()
    const busy = await openUser()
    for (const { token } of [unproven, closed, busy])
      await set(token, { kind: 'general', channel: 'email', isOn: true })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${unproven.user}`.execute(db)
    assert.equal((await testApp.call(requestDeletion, {}, { token: closed.token })).status, 200)
    await post(unproven.user)
    await post(closed.user)
    assert.deepEqual([await mails(unproven.email), await mails(closed.email)], [[], []])
    for (let count = 0; count <= notificationsPerMailbox.max; count += 1)
      assert.equal((await post(busy.user)).status, 200)
    assert.equal((await mails(busy.email)).length, notificationsPerMailbox.max)
    assert.equal((await titles(busy.token)).length, notificationsPerMailbox.max + 1)
  })
})
