/** Declares the school routes: profile, list, creation, change and verification (product 7.4). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { pageQuery } from '../lists/paging.ts'
import { platformsWith } from '../platform-policies.ts'
import { defineRoute } from '../routes/route.ts'
import { schoolNameMaxLength } from '../shared-values.ts'
import {
  listedSchool,
  partsToCorrect,
  school,
  schoolDetails,
  schoolStatus,
  verificationReason,
} from './school-fields.ts'

export const schoolId = field.fields({ id: field.uuid })

/** Platforms whose users read all schools, or the schools on their access list. */
const schoolReaders = [...platformsWith('seesAllSchools'), ...platformsWith('reachesOwnSchools')]
/** Platforms whose users change all schools, or the schools on their access list. */
export const schoolWriters = [...platformsWith('managesSchools'), ...platformsWith('reachesOwnSchools')]

const schoolOrders = ['name', 'waiting'] as const

const ofSchool = ['invalid-request', 'session-ended', 'no-access', 'not-found', 'too-many-attempts'] as const

export const getOwnSchool = defineRoute({
  method: 'GET',
  path: '/api/schools/profile',
  summary: 'Get the school of the signed-in user',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: platformsWith('reachesOwnSchools'),
  limit: 'schools',
  version: 'read',
  result: school,
  errors: ['session-ended', 'no-access', 'not-found', 'too-many-attempts'],
})

export const listSchools = defineRoute({
  method: 'GET',
  path: '/api/schools',
  summary: 'List schools',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: schoolReaders,
  limit: 'schools',
  query: pageQuery(1, {
    /** The beginnings of words in the name, in any order. */
    search: v.optional(v.pipe(field.text(4 * schoolNameMaxLength, schoolNameMaxLength), v.trim())),
    status: v.optional(schoolStatus),
    countryId: v.optional(field.uuid),
    /** `waiting`: the longest wait for a decision first. */
    order: v.optional(v.picklist(schoolOrders, 'Unknown order'), 'name'),
  }),
  list: listedSchool,
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const createSchool = defineRoute({
  method: 'POST',
  path: '/api/schools',
  summary: 'Create a school',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: schoolWriters,
  limit: 'schools',
  isIdempotent: true,
  body: field.fields(schoolDetails),
  result: school,
  errors: [
    'invalid-request',
    'school-exists',
    'session-ended',
    'no-access',
    'not-found',
    'too-many-attempts',
  ],
})

export const getSchool = defineRoute({
  method: 'GET',
  path: '/api/schools/:id',
  summary: 'Get a school',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: schoolReaders,
  limit: 'schools',
  version: 'read',
  params: schoolId,
  result: school,
  errors: ofSchool,
})

export const changeSchool = defineRoute({
  method: 'PUT',
  path: '/api/schools/:id',
  summary: 'Change a school',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: schoolWriters,
  limit: 'schools',
  version: 'change',
  params: schoolId,
  body: field.fields(schoolDetails),
  result: school,
  errors: [...ofSchool, 'school-exists', 'precondition-failed'],
})

const decision = v.pipe(
  field.fields({
    status: v.picklist(['verified', 'rejected'], 'Must be verified or rejected'),
    /** The reason, which the school's users read; required for a rejection. */
    reason: v.optional(v.nullable(verificationReason), null),
    /** The parts of the school that its users should correct; only of a rejection. */
    partsToCorrect: v.optional(partsToCorrect, []),
  }),
  v.forward(
    v.partialCheck(
      [['status'], ['reason']],
      ({ status, reason }) => status !== 'rejected' || reason !== null,
      field.required,
    ),
    ['reason'],
  ),
  v.forward(
    v.partialCheck(
      [['status'], ['partsToCorrect']],
      ({ status, partsToCorrect: parts }) => status === 'rejected' || parts.length === 0,
      'Only a rejection asks for corrections',
    ),
    ['partsToCorrect'],
  ),
)

export const verifySchool = defineRoute({
  method: 'PUT',
  path: '/api/schools/:id/verify',
  summary: 'Verify or reject a school',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: platformsWith('verifiesSchools'),
  limit: 'schools',
  version: 'change',
  params: schoolId,
  body: decision,
  result: school,
  errors: [...ofSchool, 'precondition-failed'],
})

export const previewDecision = defineRoute({
  method: 'POST',
  path: '/api/schools/:id/decision-mail',
  summary: 'Read the mail about a decision before it is sent',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: platformsWith('verifiesSchools'),
  limit: 'schools',
  params: schoolId,
  body: decision,
  result: field.fields({
    subject: v.string(),
    text: v.string(),
    /** The number of users who would get the mail. */
    recipients: v.number(),
    /** The number of these whose address is not proven: their mail names neither the school nor the reason. */
    unproven: v.number(),
  }),
  errors: ofSchool,
})
