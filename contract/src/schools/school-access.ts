/**
 * Declares the access lists of schools: the schools that a user has access to, and the users of a school (product 7.4).
 */
import * as field from '../fields.ts'
import { pageQuery } from '../lists/paging.ts'
import { platformsWith } from '../platform-policies.ts'
import { defineRoute } from '../routes/route.ts'
import { reachableSchool, schoolUser } from './school-fields.ts'
import { schoolId, schoolWriters } from './school-routes.ts'

/** The maximum number of users of one school. */
export const schoolUsersMax = 100

export const listReachableSchools = defineRoute({
  method: 'GET',
  path: '/api/schools/access-list',
  summary: 'List the schools that the signed-in user may reach, by name',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: platformsWith('reachesOwnSchools'),
  limit: 'schools',
  query: pageQuery(1, {}),
  list: reachableSchool,
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const listSchoolUsers = defineRoute({
  method: 'GET',
  path: '/api/schools/:id/access',
  summary: 'List the users who may reach a school, the first one first',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: schoolWriters,
  limit: 'schools',
  params: schoolId,
  query: pageQuery(1, {}),
  list: schoolUser,
  errors: ['invalid-request', 'session-ended', 'no-access', 'not-found', 'too-many-attempts'],
})

export const grantSchoolAccess = defineRoute({
  method: 'POST',
  path: '/api/schools/:id/access',
  summary: 'Let a user reach a school; succeeds also for a user who may reach it already',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: platformsWith('managesSchools'),
  limit: 'schools',
  params: schoolId,
  /** The verified email of the user's account. */
  body: field.fields({ email: field.email }),
  result: schoolUser,
  errors: [
    'invalid-request',
    'user-not-found',
    'list-full',
    'session-ended',
    'no-access',
    'not-found',
    'too-many-attempts',
  ],
})

export const revokeSchoolAccess = defineRoute({
  method: 'DELETE',
  path: '/api/schools/:id/access/:userId',
  summary: 'End the access of a user to a school',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: platformsWith('managesSchools'),
  limit: 'schools',
  params: field.fields({ id: field.uuid, userId: field.uuid }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'not-found', 'too-many-attempts'],
})
