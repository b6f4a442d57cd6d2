/**
 * Declares a route as one object: the service validates requests with it, the browser types its calls with it, and the
 * OpenAPI document lists it.
 */
import type * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import type { LimitName } from '../numbers.ts'

/**
 * Credentials that a route takes:
 * - `none`: none.
 * - `own-session`: an access token of a session that the user opened at Foyer. The token of a platform's session is
 *   refused with `no-access` (docs/decisions/platform-tokens.md).
 * - `own-session-if-given`: the same where a token is sent, which must be valid; a caller without one may call, too.
 * - `bearer-or-expired`: any access token, even an expired one, to sign out.
 * - `client`: the client id and secret of a platform's server (HTTP Basic).
 * - `client-if-given`: the same where they are sent; the handler decides who may go without.
 */
export type Access =
  | 'none'
  | 'own-session'
  | 'own-session-if-given'
  | 'bearer-or-expired'
  | 'client'
  | 'client-if-given'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Has `:name` parameters of one segment each. */
  path: string
  /** One sentence for the OpenAPI document; begins with a verb. */
  summary: string
  access: Access
  /** Schemas of the path parameters, the query and the JSON body, in camelCase; an unknown key answers 400. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** The schema of `data` in the answer `{"data": …}` (Spec 7.1); without one the answer is 204. */
  result?: v.GenericSchema
  /** The answer is a file of one of these media types instead of JSON, or 404 with an empty body. */
  file?: readonly string[]
  /** The result is the whole body, without `data`, as the standard of the route demands. */
  isBare?: true
  /** `Cache-Control: public, max-age`; without it the answer is not cached. */
  cacheSeconds?: number
  /** The error codes of this route (`errors.ts`); those that every route can answer are left out. */
  errors: readonly ErrorCode[]
  /** The rate limit that counts its requests; without one they are not counted. */
  limit?: LimitName
  /**
   * The body's `captcha` must hold a solution once the free count of the limit is used up. A caller with a session of their
   * own needs none.
   */
  captcha?: 'when-due'
  /** A request may carry an `Idempotency-Key`: the same request sent again creates nothing new. */
  isIdempotent?: true
  /** Names of fields whose content keeps its keys on the wire (`wire.ts`). */
  opaque?: readonly string[]
}

/* @__NO_SIDE_EFFECTS__ */
export function defineRoute<const R extends Route>(route: R): R {
  return route
}

type Part = 'params' | 'query' | 'body'
type PartsOf<R extends Route> = Extract<
  { [P in Part]: R[P] extends v.GenericSchema ? P : never }[Part],
  keyof R
>

/** The checked parts of a request, for the handler. */
export type Given<R extends Route> = {
  [P in PartsOf<R>]: R[P] extends v.GenericSchema ? v.InferOutput<R[P]> : never
}

/** The parts of a call before their checks, for the browser; a part without required fields may be left out. */
export type Call<R extends Route> = {
  [P in PartsOf<R> as MayBeEmpty<Input<R[P]>> extends true ? never : P]: Input<R[P]>
} & {
  [P in PartsOf<R> as MayBeEmpty<Input<R[P]>> extends true ? P : never]?: Input<R[P]>
}
type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : never
type MayBeEmpty<I> = Record<never, never> extends I ? true : false

/** The value of `data` in the answer. */
export type Result<R extends Route> = R['result'] extends v.GenericSchema
  ? v.InferOutput<R['result']>
  : undefined
