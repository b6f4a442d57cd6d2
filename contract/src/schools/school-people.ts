/** Declares how the users of a school invite and remove each other (product 7.4). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { platformsWith } from '../platform-policies.ts'
import { defineRoute } from '../routes/route.ts'
import { schoolId } from './school-routes.ts'

/** An invitation that nobody accepts ends after this number of days. */
export const schoolInvitationDays = 14
/** The maximum number of open invitations of one school. */
export const schoolInvitationsMax = 20

const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** An open invitation as the users of the school see it. It never tells whether the address has an account. */
export const schoolInvitation = field.fields({
  id: field.uuid,
  email: v.string(),
  /** The time of the last mail. */
  sentAt: isoTime,
  expiresAt: isoTime,
})
export type SchoolInvitation = v.InferOutput<typeof schoolInvitation>

/** An open invitation as the invited user sees it. */
export const receivedInvitation = field.fields({
  id: field.uuid,
  schoolName: v.string(),
  /** The user who sent the invitation last. */
  inviterName: v.string(),
  expiresAt: isoTime,
})
export type ReceivedInvitation = v.InferOutput<typeof receivedInvitation>

const ofUsers = {
  access: 'own-session',
  platforms: platformsWith('reachesOwnSchools'),
  limit: 'schools',
} as const
const ofSchool = ['invalid-request', 'session-ended', 'no-access', 'not-found', 'too-many-attempts'] as const

export const removeSchoolUser = defineRoute({
  method: 'DELETE',
  path: '/api/schools/:id/users/:userId',
  summary: 'End the access of a user to your school; the last user stays',
  ...ofUsers,
  needsProof: 'recent',
  params: field.fields({ id: field.uuid, userId: field.uuid }),
  errors: [...ofSchool, 'proof-needed'],
})

export const listSchoolInvitations = defineRoute({
  method: 'GET',
  path: '/api/schools/:id/invitations',
  summary: 'List the open invitations of your school, the first one first',
  ...ofUsers,
  params: schoolId,
  query: pageQuery(allPages, {}),
  list: schoolInvitation,
  errors: ofSchool,
})

export const inviteToSchool = defineRoute({
  method: 'POST',
  path: '/api/schools/:id/invitations',
  summary: 'Invite the owner of an email address to your school; an open invitation is sent again',
  ...ofUsers,
  needsProof: 'recent',
  params: schoolId,
  body: field.fields({ email: field.email }),
  result: schoolInvitation,
  errors: [...ofSchool, 'proof-needed', 'list-full', 'entry-exists'],
})

export const withdrawSchoolInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/schools/:id/invitations/:invitationId',
  summary: 'Withdraw an open invitation of your school',
  ...ofUsers,
  params: field.fields({ id: field.uuid, invitationId: field.uuid }),
  errors: ofSchool,
})

export const listReceivedInvitations = defineRoute({
  method: 'GET',
  path: '/api/school-invitations',
  summary: 'List the open invitations to the verified email with which you sign in',
  ...ofUsers,
  query: pageQuery(allPages, {}),
  list: receivedInvitation,
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const acceptSchoolInvitation = defineRoute({
  method: 'POST',
  path: '/api/school-invitations/:id/accept',
  summary: 'Accept an invitation, which gives you access to the school',
  ...ofUsers,
  params: schoolId,
  /** The school. */
  result: field.fields({ id: field.uuid, name: v.string() }),
  errors: [...ofSchool, 'list-full'],
})

export const declineSchoolInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/school-invitations/:id',
  summary: 'Decline an invitation to a school',
  ...ofUsers,
  params: schoolId,
  errors: ofSchool,
})
