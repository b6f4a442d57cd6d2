/**
 * Declares an endpoint that a client calls by a standard (OAuth 2.0, OpenID Connect): parameters in a form, JSON without
 * `data`, and errors as RFC 6749 §5.2 has them.
 */
import type * as v from 'valibot'
import type { LimitName } from '../routes/route.ts'

export type OAuthRoute = {
  method: 'GET' | 'POST'
  path: string
  /** One sentence for the OpenAPI document; begins with a verb. */
  summary: string
  /**
   * The credentials: `client` of a client, in the header or in the form (RFC 6749 §2.3.1), `bearer` an access token,
   * `none` none.
   */
  access: 'client' | 'bearer' | 'none'
  /** The schema of the form of a POST. Undeclared parameters are ignored (RFC 6749 §3.2). */
  form?: v.GenericSchema
  /** The schema of the answer; without a schema the answer is 200 with an empty body. */
  result?: v.GenericSchema
  /** The status of a success (default: 200). */
  status?: 201
  /** Sets `Cache-Control: public, max-age`; without a value the answer is not stored. */
  cacheSeconds?: number
  limit: LimitName
}

/* @__NO_SIDE_EFFECTS__ */
export function defineOAuthRoute<const R extends OAuthRoute>(route: R): R {
  return route
}

/** The checked form of a request. */
export type OAuthForm<R extends OAuthRoute> = R['form'] extends v.GenericSchema
  ? v.InferOutput<R['form']>
  : Record<never, never>

export type OAuthResult<R extends OAuthRoute> = R['result'] extends v.GenericSchema
  ? v.InferOutput<R['result']>
  : undefined
