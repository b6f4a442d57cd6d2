/** Declares the block list: the users and schools that may not see a user's profile (product 3, 7.3). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { defineRoute } from '../routes/route.ts'
import { schoolNameMaxLength } from '../shared-values.ts'
import { isoTime } from './section-fields.ts'
import { username } from './username.ts'

/** The maximum number of entries in a block list. */
export const blockListMax = 500

const either = 'Name either a username or a school'

export const block = field.fields({
  id: field.uuid,
  kind: v.picklist(['user', 'school']),
  /** The name and the username at the time of the block. */
  name: v.string(),
  username: v.nullable(v.string()),
  schoolId: v.nullable(field.uuid),
  createdAt: isoTime,
})
export type Block = v.InferOutput<typeof block>

const errors = ['session-ended', 'no-access', 'invalid-request', 'too-many-attempts'] as const

export const listBlocks = defineRoute({
  method: 'GET',
  path: '/api/profile/block-list',
  summary: 'List the users and schools that you block',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'profile',
  query: pageQuery(allPages, {}),
  list: block,
  version: 'read',
  errors,
})

export const addBlock = defineRoute({
  method: 'POST',
  path: '/api/profile/block-list',
  summary: 'Block a user or a school',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'profile',
  body: v.pipe(
    field.fields({ username: v.optional(username), schoolId: v.optional(field.uuid) }),
    v.forward(
      v.check(({ username, schoolId }) => (username === undefined) !== (schoolId === undefined), either),
      ['username'],
    ),
  ),
  result: block,
  errors: [...errors, 'list-full'],
})

export const removeBlock = defineRoute({
  method: 'DELETE',
  path: '/api/profile/block-list/:id',
  summary: 'Stop blocking a user or a school',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'profile',
  params: field.fields({ id: field.uuid }),
  errors: [...errors, 'not-found'],
})

const schoolToBlock = field.fields({
  id: field.uuid,
  name: v.string(),
  /** The state or country. */
  place: v.nullable(v.string()),
})
export type SchoolToBlock = v.InferOutput<typeof schoolToBlock>

export const listSchoolsToBlock = defineRoute({
  method: 'GET',
  path: '/api/profile/block-list/schools',
  summary: 'Search for verified schools to block',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'schools',
  query: pageQuery(1, {
    /** The beginnings of words in the name, in any order. */
    search: v.optional(v.pipe(field.text(4 * schoolNameMaxLength, schoolNameMaxLength), v.trim())),
  }),
  list: schoolToBlock,
  errors,
})
