/** Declares the logos of schools. */
import * as v from 'valibot'
import { text } from '../fields.ts'
import { pictureTypes } from '../file-types.ts'
import { defineRoute } from '../routes/route.ts'
import { uploadMaxBytes } from '../shared-values.ts'
import { school } from './school-fields.ts'
import { schoolId, schoolWriters } from './school-routes.ts'

export const putSchoolLogo = defineRoute({
  method: 'PUT',
  path: '/api/schools/:id/logo',
  summary: 'Give a school a logo',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: schoolWriters,
  limit: 'uploads',
  version: 'change',
  params: schoolId,
  upload: { maxBytes: uploadMaxBytes, types: pictureTypes },
  result: school,
  errors: [
    'invalid-request',
    'file-type',
    'file-unreadable',
    'session-ended',
    'no-access',
    'not-found',
    'precondition-failed',
    'too-large',
    'too-many-attempts',
    'overloaded',
  ],
})

export const removeSchoolLogo = defineRoute({
  method: 'DELETE',
  path: '/api/schools/:id/logo',
  summary: 'Remove the logo of a school; succeeds also when there is none',
  access: 'bearer',
  scope: 'foyer.schools',
  platforms: schoolWriters,
  limit: 'schools',
  version: 'change',
  params: schoolId,
  result: school,
  errors: [
    'invalid-request',
    'session-ended',
    'no-access',
    'not-found',
    'precondition-failed',
    'too-many-attempts',
  ],
})

export const getSchoolLogo = defineRoute({
  method: 'GET',
  path: '/api/school-logos/:id',
  summary: 'Get the logo of a school',
  access: 'none',
  limit: 'pictures',
  /** A UUID; any other text is an unknown logo. */
  params: v.object({ id: text(64) }),
  file: ['image/webp'],
  errors: ['too-many-attempts'],
})
