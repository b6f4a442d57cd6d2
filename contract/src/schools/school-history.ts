/** Declares the history of a school, which the service reads from its audit trail for verifiers (product 7.4). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { pageQuery } from '../lists/paging.ts'
import { platformsWith } from '../platform-policies.ts'
import { defineRoute } from '../routes/route.ts'
import { schoolParts } from '../school-types.ts'
import { schoolId } from './school-routes.ts'

export const schoolEvents = [
  /** Signed up or created: the school waits for its first decision. */
  'registered',
  'changed',
  /** Changed after a refusal, which asks for another decision. */
  'sent-again',
  'verified',
  'refused',
  'invited',
  'joined',
  /** Lost access to the school. */
  'removed',
] as const

const part = v.picklist([...schoolParts, 'logo'])
export type ChangedPart = v.InferOutput<typeof part>

export const schoolEvent = field.fields({
  /** Differs between the entries of a school. */
  id: v.string(),
  at: v.pipe(v.string(), v.isoTimestamp()),
  event: v.picklist(schoolEvents),
  /** The user who did it, or who joined or was removed; null after that user's deletion. */
  userName: v.nullable(v.string()),
  /** The platform on which it was done; null if it is unknown. */
  platform: v.nullable(field.platform),
  /** The reason of a decision. */
  reason: v.nullable(v.string()),
  /** The changed parts, or those that a refusal asks to correct. */
  parts: v.array(part),
  /** True for a change after which a verified school waits for another decision. */
  undoesVerification: v.optional(v.boolean()),
})
export type SchoolEvent = v.InferOutput<typeof schoolEvent>

export const listSchoolHistory = defineRoute({
  method: 'GET',
  path: '/api/schools/:id/history',
  summary: 'List what happened to a school, the newest first',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: platformsWith('verifiesSchools'),
  limit: 'schools',
  params: schoolId,
  query: pageQuery(1, {}),
  list: schoolEvent,
  errors: ['invalid-request', 'session-ended', 'no-access', 'not-found', 'too-many-attempts'],
})
