/**
 * Declares the routes by which the front end reports to analytics (product 3, 7.7). No event contains the query of a
 * URL.
 */
import * as v from 'valibot'
import * as field from '../fields.ts'
import {
  analyticsBatchMax,
  analyticsBatchMaxCharacters,
  analyticsPayloadMaxBytes,
  nameMaxLength,
} from '../shared-values.ts'
import { defineRoute } from './route.ts'

const name = v.pipe(field.text(64), v.regex(/^[a-z][a-z0-9_]*$/, 'Must be a name in snake_case'))

/** A small, flat JSON object of text, numbers, booleans and null. */
const payload = v.pipe(
  v.record(
    v.pipe(field.text(64), v.regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'Must be a name')),
    v.nullable(v.union([field.text(1_000), v.number(), v.boolean()], 'Must be text, a number or a boolean')),
  ),
  v.check((value) => JSON.stringify(value).length <= analyticsPayloadMaxBytes, 'Too much'),
)

function fitsBatch(events: readonly { payload: object }[]): boolean {
  const lengths = events.map((event) => JSON.stringify(event.payload).length)
  return lengths.reduce((sum, length) => sum + length, 0) <= analyticsBatchMaxCharacters
}

/** The analytics user (product 3); a missing last name is sent as an empty text. */
export const identify = defineRoute({
  method: 'POST',
  path: '/api/analytics/identify',
  summary: 'Identify the user: later events of this device belong to them',
  access: 'own-session',
  limit: 'analytics',
  body: field.fields({
    uuid: field.uuid,
    email: v.nullable(field.email),
    firstName: field.text(2 * nameMaxLength),
    lastName: field.text(2 * nameMaxLength),
  }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const setAttribute = defineRoute({
  method: 'POST',
  path: '/api/analytics/attributes',
  summary: 'Set one attribute of the signed-in user',
  access: 'own-session',
  limit: 'analytics',
  body: field.fields({ name, value: v.nullable(field.text(1_000)) }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const trackEvents = defineRoute({
  method: 'POST',
  path: '/api/analytics/events',
  summary: 'Send the events that the browser has collected',
  access: 'none',
  limit: 'analytics-events',
  body: field.fields({
    events: v.pipe(
      v.array(
        field.fields({
          event: name,
          payload,
          at: v.pipe(v.string(), v.isoTimestamp('Must be a time, ISO 8601')),
        }),
      ),
      v.minLength(1, field.required),
      v.maxLength(analyticsBatchMax, 'Too many at once'),
      v.check((events) => fitsBatch(events), 'Too much at once'),
    ),
  }),
  opaque: ['payload'],
  errors: ['invalid-request', 'too-many-attempts'],
})
