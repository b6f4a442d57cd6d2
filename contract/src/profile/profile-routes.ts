/**
 * Declares the user's own profile, with its head and all sections in one answer, and the public profile (product 7.3).
 */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { defineRoute } from '../routes/route.ts'
import { allSections, publicSections } from './entries.ts'
import { isoTime, isPartialDate, line, link, optional, paragraphs, reference } from './section-fields.ts'
import { username, usernameMaxLength } from './username.ts'

const bornInFuture = 'The date of birth can’t be in the future'

const dateOfBirth = v.pipe(
  field.text(10),
  v.check((value) => value.length === 10 && isPartialDate(value), 'Enter a date like 2008-05-31'),
  v.check((value) => value <= new Date().toISOString().slice(0, 10), bornInFuture),
  v.metadata({ control: { kind: 'day' } }),
)

/** The fields of the head, which the profile has once. */
export const headFields = {
  username,
  headline: optional(line(120)),
  about: optional(paragraphs(2_000)),
  /** Never public. */
  dateOfBirth: optional(dateOfBirth),
  countryId: optional(reference),
  /** A state of this country. */
  stateId: optional(reference),
  city: optional(line(120)),
  url: optional(link),
}

const profileHead = v.pipe(
  field.fields(headFields),
  v.forward(
    v.partialCheck(
      [['countryId'], ['stateId']],
      ({ countryId, stateId }) => !stateId || Boolean(countryId),
      'Choose the country of this state',
    ),
    ['countryId'],
  ),
)
export type ProfileHead = v.InferOutput<typeof profileHead>

export const profile = field.fields({
  uuid: field.uuid,
  firstName: v.string(),
  lastName: v.nullable(v.string()),
  fullName: v.string(),
  /** The path of the picture. */
  picture: v.nullable(v.string()),
  ...headFields,
  /** The setting `profileVisibility`. */
  visibility: v.picklist(['public', 'private']),
  updatedAt: isoTime,
  sections: allSections,
})
export type OwnProfile = v.InferOutput<typeof profile>

const errors = ['session-ended', 'no-access', 'invalid-request', 'too-many-attempts'] as const

export const getProfile = defineRoute({
  method: 'GET',
  path: '/api/profile',
  summary: 'Get your own profile with all sections',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'profile',
  result: profile,
  version: 'read',
  errors,
})

export const putProfile = defineRoute({
  method: 'PUT',
  path: '/api/profile',
  summary: 'Replace the head of your own profile',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'profile',
  body: profileHead,
  result: profile,
  version: 'change',
  errors: [...errors, 'username-taken', 'precondition-failed'],
})

/** The public profile contains only these fields: no contact, no id, no date of birth. */
export const publicProfile = field.fields({
  username: v.string(),
  fullName: v.string(),
  picture: v.nullable(v.string()),
  headline: v.nullable(v.string()),
  about: v.nullable(v.string()),
  sections: publicSections,
})
export type PublicProfile = v.InferOutput<typeof publicProfile>

export const getPublicProfile = defineRoute({
  method: 'GET',
  path: '/api/profile/public/:username',
  summary: 'Get the public profile of a username',
  access: 'bearer-if-given',
  limit: 'profile-public',
  params: field.fields({ username: v.pipe(field.text(usernameMaxLength), v.toLowerCase()) }),
  result: publicProfile,
  errors: ['not-found', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const getProfilePreview = defineRoute({
  method: 'GET',
  path: '/api/profile/preview',
  summary: 'Get your own profile as the public would see it',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'profile',
  result: publicProfile,
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})

export const getUsername = defineRoute({
  method: 'GET',
  path: '/api/profile/usernames/:username',
  summary: 'Check whether you can take a username',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'usernames',
  params: field.fields({ username }),
  result: field.fields({ username: v.string(), isAvailable: v.boolean() }),
  errors,
})
