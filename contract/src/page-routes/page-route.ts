/**
 * Declares a page-like route: a request that the browser itself makes, by a link, a redirect or a form, on the way to another
 * company and back. Each answers 303, also a refusal, since a person and no program reads the answer.
 */
import type * as v from 'valibot'
import type { LimitName } from '../routes/route.ts'

export type PageRoute = {
  method: 'GET' | 'POST'
  /** Has `:name` parameters of one segment each. */
  path: string
  /** One sentence for the OpenAPI document; begins with a verb. */
  summary: string
  /** Schemas of the path parameters, the query, and the form of a POST. Other companies may send more than is declared. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  form?: v.GenericSchema
  /** The places that the 303 leads to. */
  answer: string
  /** The rate limit that counts its requests. */
  limit: LimitName
  /** Any site may post the form: the origin rule does not hold for this route. */
  takesForeignForms?: true
}

/* @__NO_SIDE_EFFECTS__ */
export function definePageRoute<const R extends PageRoute>(route: R): R {
  return route
}

type Part = 'params' | 'query' | 'form'

/** The checked parts of a request, for the handler. */
export type PageGiven<R extends PageRoute> = {
  [P in Extract<Part, keyof R>]: R[P] extends v.GenericSchema ? v.InferOutput<R[P]> : never
}
