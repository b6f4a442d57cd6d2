/**
 * Declares a route as one object: the service validates requests with it, the browser types its calls with it, and the
 * OpenAPI document lists it.
 */
import type * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import type { FileType } from '../file-types.ts'
import type { Platform } from '../platforms.ts'

/**
 * Credentials that a route takes:
 * - `none`: none.
 * - `own-session`: an access token of a session that the user opened at Foyer. The token of a platform's session is
 *   refused with `no-access` (docs/decisions/platform-access.md).
 * - `own-session-if-given`: the same where a token is sent, which must be valid; a caller without one may call, too.
 * - `bearer`: an access token of any session of the user: one opened at Foyer, or one that a registered platform got for a
 *   code. The token of an external client is refused with `no-access`.
 * - `bearer-if-given`: the same where a token is sent, which must be valid; a caller without one may call, too.
 * - `bearer-or-expired`: any access token, even an expired one, to sign out.
 * - `client`: the client id and secret of a platform's server (HTTP Basic).
 * - `client-if-given`: the same where they are sent; the handler decides who may go without.
 */
export type Access =
  | 'none'
  | 'own-session'
  | 'own-session-if-given'
  | 'bearer'
  | 'bearer-if-given'
  | 'bearer-or-expired'
  | 'client'
  | 'client-if-given'

/** A file that a request uploads. */
export type Upload = {
  maxBytes: number
  /** The only types that the service takes; the content decides the type, not the name. */
  types: readonly FileType[]
}

/** One page of a list; with all entries `page` is -1 and `pageSize` is `total`. */
export type Page<T> = { items: T[]; page: number; pageSize: number; total: number }

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Has `:name` parameters of one segment each. */
  path: string
  /** One sentence for the OpenAPI document; begins with a verb. */
  summary: string
  access: Access
  /** The platforms whose sessions may call (product 6); the session of any other answers 403 `no-access`. */
  platforms?: readonly Platform[]
  /**
   * The route changes how the user signs in, without a proof in the request. A session that an auto-login opened answers
   * 403 `sign-in-again`: the user has not authenticated for it.
   */
  isSensitive?: true
  /** The route ends a session: it is not counted by user, who can always end one. */
  endsSession?: true
  /** Schemas of the path parameters, the query and the JSON body, in camelCase; an unknown key answers 400. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** The schema of `data` in the answer `{"data": …}` (product 7.1); without one the answer is 204. */
  result?: v.GenericSchema
  /** The schema of one entry of a list: the answer is `{"data": […], "meta": {page, pageSize, total}}` (lists/paging.ts). */
  list?: v.GenericSchema
  /**
   * The answer has an ETag. `read`: `If-None-Match` answers 304. `change`: an `If-Match` that differs from the present
   * representation answers 412 (RFC 9110 §13.1).
   */
  version?: 'read' | 'change'
  /** The body is multipart/form-data with one part, a file named `file`, instead of JSON. */
  upload?: Upload
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

/** The value of `data` in the answer; of a list, its page. */
export type Result<R extends Route> = R['result'] extends v.GenericSchema
  ? v.InferOutput<R['result']>
  : R['list'] extends v.GenericSchema
    ? Page<v.InferOutput<R['list']>>
    : undefined

/** Names of the limits that routes have; their numbers are in api/src/kernel/limits/request-limits.ts. */
export type LimitName =
  | 'users-fetch'
  | 'login'
  | 'social'
  | 'social-pages'
  | 'refresh'
  | 'auto-login'
  | 'id-token'
  | 'codes'
  | 'exchange'
  | 'captcha'
  | 'otp-send'
  | 'otp-verify'
  | 'sign-up'
  | 'email-taken'
  | 'forgot-password'
  | 'password-links'
  | 'change-password'
  | 'settings'
  | 'documents'
  | 'reference'
  | 'pictures'
  | 'analytics'
  | 'analytics-events'
  | 'error-reports'
  | 'help-request'
  | 'profile'
  | 'profile-public'
  | 'uploads'
  | 'emails'
  | 'schools'
  | 'notifications'
  | 'portfolio'
  | 'resume'
  | 'platform-posts'
