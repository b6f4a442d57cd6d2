/** Declares the pictures of users. */
import * as v from 'valibot'
import { fields, text } from '../fields.ts'
import { defineRoute } from './route.ts'

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
  path: '/api/auth/users/picture',
  summary: 'Get the address of your own picture',
  access: 'own-session',
  /** A path of this site; null without a picture. */
  result: fields({ picture: v.nullable(v.string()) }),
  errors: ['session-ended', 'no-access'],
})
