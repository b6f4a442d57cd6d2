/**
 * Declares the route by which pages report their errors. No report contains a query, a path or text that the user
 * typed.
 */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { errorFramesMax, errorMessageMaxLength } from '../shared-values.ts'
import { defineRoute } from './route.ts'

/**
 * - `error`, `rejection`: an uncaught error, an unhandled rejection.
 * - `script`: a script did not load.
 * - `render`: React could not render the page or a part of it.
 * - `hydration`: React rendered the page again, because it did not match the service's HTML.
 */
export const errorKinds = ['error', 'rejection', 'script', 'render', 'hydration'] as const
export type ErrorKind = (typeof errorKinds)[number]

const position = v.pipe(
  v.number('Must be a number'),
  v.integer('Must be a whole number'),
  v.minValue(0, 'Must not be negative'),
  v.maxValue(100_000_000, 'Too large'),
)

/** A frame of the stack. The service drops frames outside its own scripts. */
const frame = field.fields({
  name: v.nullable(field.text(200)),
  /** A path below `/assets/`, or `page` for a script inside the page. */
  file: field.text(200),
  line: position,
  column: position,
})

/** A page that can load no script, not even the one that describes errors, sends only the kind. */
export const reportError = defineRoute({
  method: 'POST',
  path: '/api/error-reports',
  summary: 'Report an error of a page',
  access: 'none',
  limit: 'error-reports',
  body: field.fields({
    kind: v.picklist(errorKinds, 'Unknown kind'),
    message: v.optional(field.text(errorMessageMaxLength), 'The page could not load its scripts'),
    frames: v.optional(v.pipe(v.array(frame), v.maxLength(errorFramesMax, 'Too many')), []),
    /** The pattern of the page's path (pages.ts). Any other text counts as `none`. */
    page: v.optional(field.text(200), 'none'),
    build: v.optional(field.text(64), 'unknown'),
  }),
  errors: ['invalid-request', 'too-many-attempts'],
})

export type ErrorFrame = v.InferOutput<typeof frame>
export type ErrorReport = v.InferOutput<typeof reportError.body>
