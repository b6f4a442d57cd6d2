/** Declares the deletion of an account by its user. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { defineRoute } from './route.ts'

const path = '/api/auth/users/deletion'
const isoTime = v.pipe(v.string(), v.isoTimestamp())

export const requestDeletion = defineRoute({
  method: 'POST',
  path,
  summary: 'Close your own account, which is deleted 30 days later unless you sign in again',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'settings',
  result: field.fields({
    /** The deletion is carried out after this time. */
    dueAt: isoTime,
  }),
  errors: ['proof-needed', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const getDeletion = defineRoute({
  method: 'GET',
  path,
  summary: 'Get the deletion of your own account that your sign-in has cancelled',
  access: 'own-session',
  limit: 'settings',
  result: field.fields({
    /** When the user asked for the deletion; null without a deletion that was cancelled in the last days. */
    requestedAt: v.nullable(isoTime),
  }),
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})
