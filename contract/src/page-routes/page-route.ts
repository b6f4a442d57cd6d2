/**
 * Declares a page-like route: the browser itself requests it, through a link, redirect or form, on its way to another
 * provider and back. Answers, refusals too, are 303 or a page, because a person reads the answer, not a program.
 */
import type * as v from 'valibot'
import type { LimitName } from '../routes/route.ts'

export type PageRoute = {
  method: 'GET' | 'POST'
  /** May contain `:name` parameters of one segment each. */
  path: string
  /** One sentence for the OpenAPI document; begins with a verb. */
  summary: string
  /** Schemas of the path parameters, the query and the form of a POST. Providers may send undeclared fields too. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  form?: v.GenericSchema
  /** The possible targets of the 303; a route without one always shows a page. */
  answer?: string
  /** The page that is shown with 200, for a route that does not always lead on. */
  page?: string
  /** The page that is shown instead, with 400, where the browser cannot be led anywhere. */
  refusal?: string
  /** The rate limit that counts the requests. */
  limit: LimitName
  /** If true, any site may post the form: the route is exempt from the origin check. */
  takesForeignForms?: true
}

/* @__NO_SIDE_EFFECTS__ */
export function definePageRoute<const R extends PageRoute>(route: R): R {
  return route
}

type Part = 'params' | 'query' | 'form'

/** The checked parts of a request that the handler gets. */
export type PageGiven<R extends PageRoute> = {
  [P in Extract<Part, keyof R>]: R[P] extends v.GenericSchema ? v.InferOutput<R[P]> : never
}
