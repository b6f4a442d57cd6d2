/** Declares the pictures of users. */
import * as v from 'valibot'
import { fields, text } from '../fields.ts'
import { pictureTypes } from '../file-types.ts'
import { uploadMaxBytes } from '../shared-values.ts'
import { defineRoute } from './route.ts'

const path = '/api/auth/users/picture'

export const getPicture = defineRoute({
  method: 'GET',
  path: '/api/pictures/:id',
  summary: 'Get the picture of a user',
  access: 'none',
  limit: 'pictures',
  /** A UUID; any other text is an unknown picture. */
  params: v.object({ id: text(64) }),
  file: ['image/webp'],
  errors: ['too-many-attempts'],
})

export const getOwnPicture = defineRoute({
  method: 'GET',
  path,
  summary: 'Get the address of your own picture',
  access: 'own-session',
  /** A path of this site; null without a picture. */
  result: fields({ picture: v.nullable(v.string()) }),
  errors: ['session-ended', 'no-access'],
})

export const putOwnPicture = defineRoute({
  method: 'PUT',
  path,
  summary: 'Upload your own picture',
  access: 'own-session',
  limit: 'uploads',
  upload: { maxBytes: uploadMaxBytes, types: pictureTypes },
  result: fields({ picture: v.string() }),
  errors: [
    'session-ended',
    'no-access',
    'invalid-request',
    'file-type',
    'file-unreadable',
    'too-large',
    'too-many-attempts',
  ],
})

export const removeOwnPicture = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Remove your own picture',
  access: 'own-session',
  limit: 'uploads',
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})
