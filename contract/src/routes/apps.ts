/** Declares the list of the apps that the user lets read the account, and the end of the access of one. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { scopes } from '../scopes.ts'
import { defineRoute } from './route.ts'

const listedApp = field.fields({
  clientId: v.string(),
  name: v.string(),
  /** What the user has agreed to. */
  scopes: v.array(v.picklist(scopes)),
  since: v.pipe(v.string(), v.isoTimestamp()),
})

export const listApps = defineRoute({
  method: 'GET',
  path: '/api/auth/apps',
  summary: 'List the apps of third parties that you let read your account',
  access: 'own-session',
  limit: 'settings',
  /** The newest first. */
  result: v.array(listedApp),
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})

export const removeApp = defineRoute({
  method: 'DELETE',
  path: '/api/auth/apps/:clientId',
  summary: 'Remove the access of an app and end its sessions; succeeds also when it has none',
  access: 'own-session',
  limit: 'settings',
  params: field.fields({ clientId: field.text(200) }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})
