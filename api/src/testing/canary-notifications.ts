/** Posts and opens notifications and adds reference data with canary values, in valid and invalid requests. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  getNotification,
  listNotifications,
  openNotification,
  postNotification,
} from '@foyer/contract/routes/notifications'
import {
  addCurriculum,
  addQualificationField,
  addTeachingLevel,
  addTeachingRole,
} from '@foyer/contract/routes/reference'
import { basic, bearer, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import { clientSecret, type TestApp } from './test-app.ts'

export function notificationTo(user: string): object {
  return { user, title: sent['title of a notification'], body: sent['body of a notification'] }
}

export async function notify(send: Send, user: string, accessToken: string): Promise<void> {
  const own = bearer(accessToken)
  const client = basic(clientSecret)
  const given = notificationTo(user)
  await send(postNotification, given, basic(sent['wrong client secret']))
  await send(postNotification, { ...given, url: `https://evil.example/${sent.path}` }, client)
  await send(postNotification, { ...given, user: randomUUID() }, client)
  await send(postNotification, { ...given, title: `${sent['malformed body']}\nx` }, client)
  const posted = await send(postNotification, given, client)
  assert.ok(posted.data, posted.text)
  const { id } = posted.data as unknown as { id: string }
  await send(listNotifications, undefined, own)
  for (const params of [{ id }, { id: randomUUID() }, { id: sent.path }]) {
    await send(getNotification, undefined, own, params)
    await send(openNotification, { dateOpened: new Date().toISOString() }, own, params)
    await send(openNotification, { dateOpened: sent['malformed body'] }, own, params)
  }
}

export async function addReferenceData(testApp: TestApp, send: Send, accessToken: string): Promise<void> {
  const { accessToken: editor } = await testApp.signIn('serviceAdmin')
  const entry = { name: sent['name of an entry'] }
  for (const route of [addCurriculum, addTeachingLevel, addTeachingRole, addQualificationField]) {
    await send(route, entry, bearer(accessToken))
    await send(route, { name: `${sent['malformed body']}\u202e` }, bearer(editor))
    const { data, text } = await send(route, entry, bearer(editor))
    assert.ok(data, text)
    await send(route, entry, bearer(editor))
  }
}
