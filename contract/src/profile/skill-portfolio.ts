/** Declares a user's skill portfolio and its public form, the skill profile (product 7.2). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { defineRoute } from '../routes/route.ts'
import { identifierMaxLength } from '../shared-values.ts'
import { line, link, optional, paragraphs } from './section-fields.ts'
import { skills, submittedWork } from './submissions.ts'

/** The maximum number of items in a portfolio. */
export const skillItemsMax = 50

/** A piece of work that the user shows. `submissionId` refers to work that a platform submitted for the user. */
export const skillItem = field.fields({
  /** Tells apart the items of a portfolio. The service gives one to each item that comes without. */
  id: v.optional(field.uuid),
  title: line(200),
  summary: optional(paragraphs(2_000)),
  skills,
  url: optional(link),
  submissionId: optional(field.uuid),
})
export type SkillItem = v.InferOutput<typeof skillItem>

const isPublic = v.boolean('Must be true or false')

export const skillHeadline = line(160)

const skillPortfolio = field.fields({
  /** True if the skill profile is public. The setting `profileVisibility` applies to the profile only. */
  isPublic,
  headline: optional(skillHeadline),
  items: v.pipe(
    v.array(skillItem, 'Must be a list'),
    v.maxLength(skillItemsMax, `Can’t have more than ${skillItemsMax} items`),
  ),
})
export type SkillPortfolio = v.InferOutput<typeof skillPortfolio>

export const getSkillPortfolio = defineRoute({
  method: 'GET',
  path: '/api/auth/skill-portfolio',
  summary: 'Get your own skill portfolio',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'portfolio',
  version: 'read',
  result: skillPortfolio,
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})

export const putSkillPortfolio = defineRoute({
  method: 'PUT',
  path: '/api/auth/skill-portfolio',
  summary: 'Replace your own skill portfolio',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'portfolio',
  version: 'change',
  body: skillPortfolio,
  result: skillPortfolio,
  errors: ['invalid-request', 'precondition-failed', 'session-ended', 'no-access', 'too-many-attempts'],
})

const skillVisibility = field.fields({ isPublic })

export const getSkillVisibility = defineRoute({
  method: 'GET',
  path: '/api/auth/skill-portfolio/toggle-visibility',
  summary: 'Get whether your skill profile is public',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'portfolio',
  version: 'read',
  result: skillVisibility,
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})

export const putSkillVisibility = defineRoute({
  method: 'PUT',
  path: '/api/auth/skill-portfolio/toggle-visibility',
  summary: 'Show or hide your skill profile',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'portfolio',
  version: 'change',
  body: skillVisibility,
  result: skillVisibility,
  errors: ['invalid-request', 'precondition-failed', 'session-ended', 'no-access', 'too-many-attempts'],
})

/** Excludes row ids, the user's id and contacts (N-91). */
const skillProfile = field.fields({
  username: v.string(),
  fullName: v.string(),
  /** The path of the picture on this site. */
  picture: v.nullable(v.string()),
  headline: v.nullable(v.string()),
  items: v.array(
    field.fields({
      title: v.string(),
      summary: v.nullable(v.string()),
      skills: v.array(v.string()),
      url: v.nullable(v.string()),
      /** The work that a platform submitted for the user; null for the user's own work. */
      submission: v.nullable(field.fields(submittedWork)),
    }),
  ),
})
export type SkillProfile = v.InferOutput<typeof skillProfile>

export const getSkillProfile = defineRoute({
  method: 'GET',
  path: '/api/auth/skill-profiles/:username',
  summary: 'Get the public skill profile of a user',
  access: 'none',
  limit: 'profile-public',
  /** Accepts any text; a text that no user has gets the answer of a hidden skill profile. */
  params: v.object({ username: field.text(identifierMaxLength) }),
  result: skillProfile,
  errors: ['not-found', 'too-many-attempts'],
})
