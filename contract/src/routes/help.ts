/** Declares help: the categories, and a request to support (product 7.6). */
import * as v from 'valibot'
import { tooLong } from '../field-faults.ts'
import * as field from '../fields.ts'
import { fullNameFault, messageFault, subjectFault } from '../help-faults.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { fullNameMaxLength, helpMessageMaxLength, helpSubjectMaxLength } from '../shared-values.ts'
import { captcha } from './captcha.ts'
import { defineRoute } from './route.ts'

/** The category that a page sends if it has no list of categories. Every installation has this category. */
export const otherHelpCategory = 'other'

const categoryId = v.pipe(field.text(64), v.regex(/^[a-z][a-z-]*$/, 'Choose a category of the list'))

/** `about` may answer the question before the user writes. */
export const helpCategory = field.fields({
  id: categoryId,
  name: field.requiredText(80),
  about: field.requiredText(400),
})
export type HelpCategory = v.InferOutput<typeof helpCategory>

export const getHelpCategories = defineRoute({
  method: 'GET',
  path: '/api/help/categories',
  summary: 'List the categories of help requests',
  access: 'none',
  cacheSeconds: 3_600,
  result: v.array(helpCategory),
  errors: ['too-many-attempts'],
})

/** A code point has at most two UTF-16 units; the rest of the size allows for surrounding spaces. */
const sized = (max: number) => field.text(4 * max, max)

const message = v.pipe(
  sized(helpMessageMaxLength),
  v.check((typed) => messageFault(typed) === null, tooLong(helpMessageMaxLength)),
  v.transform(plainLines),
  v.minLength(1, field.required),
)

/**
 * Normalises line breaks, which differ between systems, and removes other control characters, which pasted text may
 * contain and nothing displays.
 */
function plainLines(typed: string): string {
  return typed
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

export const createHelpRequest = defineRoute({
  method: 'POST',
  path: '/api/help/requests',
  summary: 'Ask support for help; both support and the user get a mail',
  access: 'own-session-if-given',
  limit: 'help-request',
  captcha: 'when-due',
  isIdempotent: true,
  body: field.fields({
    /** The address for the reply. Required, unless the user is signed in with an account that has an email. */
    email: v.optional(field.email),
    /** Not sent by signed-in users. */
    name: v.optional(
      v.nullable(
        v.pipe(
          sized(fullNameMaxLength),
          v.trim(),
          v.check(
            (typed) => fullNameFault(typed) === null,
            ({ input }) => fullNameFault(input) ?? '',
          ),
        ),
      ),
    ),
    category: categoryId,
    subject: v.pipe(
      sized(helpSubjectMaxLength),
      v.trim(),
      v.minLength(1, field.required),
      v.check(
        (typed) => subjectFault(typed) === null,
        ({ input }) => subjectFault(input) ?? '',
      ),
    ),
    message,
    platform: field.platform,
    /** Always required without a session: a request without a solution is refused with the challenge to solve. */
    captcha: v.optional(captcha),
  }),
  result: field.fields({
    /** Names the request in mails between the user and support, such as H-7K3M-92QX. */
    reference: v.pipe(field.text(16), v.regex(/^H-[2-9A-Z]{4}-[2-9A-Z]{4}$/)),
  }),
  errors: [
    'invalid-request',
    'captcha-needed',
    'captcha-refused',
    'session-ended',
    'no-access',
    'not-found',
    'too-many-attempts',
    'overloaded',
  ],
})

const ownHelpRequest = field.fields({
  reference: v.string(),
  category: v.string(),
  subject: v.string(),
  message: v.string(),
  /** The address to which support answers. */
  email: v.string(),
  /**
   * Whether the mail has reached the mail server of support; null for a request whose mail the service no longer knows. The
   * service does not know the answer. Copies of the previous release do not send it.
   */
  delivery: v.optional(v.nullable(v.picklist(['waiting', 'sent', 'failed']))),
  createdAt: v.string(),
})
export type OwnHelpRequest = v.InferOutput<typeof ownHelpRequest>

export const listHelpRequests = defineRoute({
  method: 'GET',
  path: '/api/help/requests',
  summary: 'List your own requests to support',
  access: 'own-session',
  limit: 'documents',
  query: pageQuery(allPages, {}),
  list: ownHelpRequest,
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})
