/** One object a route: it validates in the service, types the call in the browser and lists itself in the OpenAPI page. */
import type * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import type { LimitName } from '../limits.ts'

/**
 * The credentials that a route takes:
 * - `none`: none.
 * - `own-session`: an access token of a session that the user opened at Foyer. The token of a platform's session is
 *   refused with `no-access` (docs/decisions/platform-tokens.md).
 * - `bearer-or-expired`: any access token, even an expired one, to sign out.
 * - `client`: the client id and secret of a platform's server (HTTP Basic).
 * - `client-if-given`: the same where they are sent; the handler decides who may go without.
 */
export type Access = 'none' | 'own-session' | 'bearer-or-expired' | 'client' | 'client-if-given'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` parameters. */
  path: string
  summary: string
  access: Access
  params?: v.GenericSchema
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** What comes in `data`; without one the answer is 204. */
  result?: v.GenericSchema
  /** The result is the whole body, as other standards want it. */
  isBare?: true
  /** How long anybody may keep the answer; without it nobody does. */
  cacheSeconds?: number
  errors: readonly ErrorCode[]
  limit?: LimitName
  /** Whether the body's `captcha` must hold a solved puzzle: once the limit's free count is used up. */
  captcha?: 'when-due'
  /** A request may carry an `Idempotency-Key`: sent again, it makes nothing new. */
  isIdempotent?: true
  /** Fields whose content is not ours to rename. */
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

/** What the handler is given: the checked parts. */
export type Given<R extends Route> = {
  [P in PartsOf<R>]: R[P] extends v.GenericSchema ? v.InferOutput<R[P]> : never
}

/** What the caller writes: the declared parts before their checks; a part that may be empty may be left out. */
export type Call<R extends Route> = {
  [P in PartsOf<R> as MayBeEmpty<Input<R[P]>> extends true ? never : P]: Input<R[P]>
} & {
  [P in PartsOf<R> as MayBeEmpty<Input<R[P]>> extends true ? P : never]?: Input<R[P]>
}
type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : never
type MayBeEmpty<I> = Record<never, never> extends I ? true : false

/** What comes back in `data`. */
export type Result<R extends Route> = R['result'] extends v.GenericSchema
  ? v.InferOutput<R['result']>
  : undefined
