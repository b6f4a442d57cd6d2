/** Declares the submissions of platforms for users, and their files (product 7.2). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { documentTypes } from '../file-types.ts'
import { pageQuery } from '../lists/paging.ts'
import { defineRoute } from '../routes/route.ts'
import { uploadMaxBytes } from '../shared-values.ts'
import { line, link, optional, paragraphs } from './section-fields.ts'

const skillsMax = 20

/** The maximum number of files of one submission. */
export const attachmentsMax = 10

export const attachmentTypes = ['image/webp', 'application/pdf'] as const

export const skills = v.optional(
  v.pipe(
    v.array(line(60), 'Must be a list'),
    v.maxLength(skillsMax, `Can’t have more than ${skillsMax} skills`),
  ),
  [],
)

const isoTime = v.pipe(field.text(32), v.isoTimestamp('Must be a time, ISO 8601'))

/** The platform's description of the work. */
const data = {
  title: line(200),
  summary: optional(paragraphs(2_000)),
  skills,
  score: optional(line(40)),
  url: optional(link),
}
const submissionData = field.fields(data)
export type SubmissionData = v.InferOutput<typeof submissionData>

/** The part of a submission that the public skill profile shows. */
export const submittedWork = {
  platform: field.platform,
  title: v.string(),
  score: v.nullable(v.string()),
  submittedAt: isoTime,
}

const attachment = field.fields({
  id: field.uuid,
  fileName: v.string(),
  type: v.picklist(attachmentTypes),
  bytes: v.number(),
  createdAt: isoTime,
})
export type Attachment = v.InferOutput<typeof attachment>

const submission = field.fields({
  id: field.uuid,
  platform: field.platform,
  ...data,
  submittedAt: isoTime,
  createdAt: isoTime,
  attachments: v.array(attachment),
})
export type Submission = v.InferOutput<typeof submission>

const id = { params: field.fields({ id: field.uuid }) }

export const listSubmissions = defineRoute({
  method: 'GET',
  path: '/api/auth/skill-portfolio/submissions',
  summary: 'List what platforms handed in for you',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'portfolio',
  query: pageQuery(1, {}),
  list: submission,
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const getSubmission = defineRoute({
  method: 'GET',
  path: '/api/auth/skill-portfolio/submissions/:id',
  summary: 'Get one submission of yours',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'portfolio',
  ...id,
  result: submission,
  errors: ['invalid-request', 'not-found', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const getAttachment = defineRoute({
  method: 'GET',
  path: '/api/auth/skill-portfolio/attachments/:id',
  summary: 'Download a file of a submission of yours',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'portfolio',
  ...id,
  file: attachmentTypes,
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const addSubmission = defineRoute({
  method: 'POST',
  path: '/api/auth/skill-portfolio/submissions',
  summary: 'Hand in work for a user of your platform',
  access: 'client',
  limit: 'platform-posts',
  isIdempotent: true,
  body: field.fields({
    /** The uuid of a member of the platform. */
    user: field.uuid,
    ...data,
    /** Defaults to the current time. */
    submittedAt: v.optional(isoTime),
  }),
  result: submission,
  errors: ['invalid-request', 'client-unknown', 'no-access', 'not-found', 'list-full', 'too-many-attempts'],
})

export const addAttachment = defineRoute({
  method: 'POST',
  path: '/api/auth/skill-portfolio/submissions/:id/attachments',
  summary: 'Add a file to a submission that you handed in',
  access: 'client',
  limit: 'platform-posts',
  isIdempotent: true,
  ...id,
  upload: { maxBytes: uploadMaxBytes, types: documentTypes },
  result: attachment,
  errors: [
    'invalid-request',
    'client-unknown',
    'no-access',
    'not-found',
    'list-full',
    'file-type',
    'file-unreadable',
    'too-large',
    'too-many-attempts',
    'overloaded',
  ],
})
