/**
 * Declares a route as one object: the service validates requests with it, the browser types its calls with it, and the
 * OpenAPI document lists it.
 */
import type * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import type { FileType } from '../file-types.ts'
import type { Platform } from '../platforms.ts'
import type { DataScope } from '../scopes.ts'

/**
 * The credentials that a route requires:
 * - `none`: none.
 * - `own-session`: an access token of a session that the user opened at Foyer. A token of a platform's session is
 *   refused with `no-access` (docs/decisions/platform-access.md).
 * - `own-session-if-given`: like `own-session` if a token is sent, which must be valid; callers without a token are
 *   accepted.
 * - `bearer`: an access token of any session of the user, opened at Foyer or by a registered platform with a code. The
 *   token of an external client is refused with `no-access`.
 * - `bearer-if-given`: like `bearer` if a token is sent, which must be valid; callers without a token are accepted.
 * - `bearer-or-expired`: any access token, even an expired one, to sign out.
 * - `client`: the client id and secret of a platform's server (HTTP Basic).
 * - `client-if-given`: like `client` if they are sent; the handler decides which callers may omit them.
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

/**
 * The proof that a session must have before it may call a route. Any other session gets 403 `proof-needed`, and may call
 * again after `stepUp`.
 * - `recent`: the user authenticated for this session at most `recentProofSeconds` ago.
 * - `of-session`: the user authenticated for this session at any time. An auto-login, or continuing from another platform,
 *   opens a session without that.
 */
export type NeededProof = 'recent' | 'of-session'

/** A file upload. */
export type Upload = {
  maxBytes: number
  /** The only types that the service takes; the content decides the type, not the name. */
  types: readonly FileType[]
}

/** One page of a list. If all entries are requested, `page` is -1 and `pageSize` is `total`. */
export type Page<T> = { items: T[]; page: number; pageSize: number; total: number }

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** May contain `:name` parameters of one segment each. */
  path: string
  /** One sentence for the OpenAPI document; begins with a verb. */
  summary: string
  access: Access
  /** The platforms whose sessions may call the route (product 6); other sessions get 403 `no-access`. */
  platforms?: readonly Platform[]
  /**
   * The scope with which the client of OpenID Connect may call the route. Its tokens reach no route without a scope; other
   * sessions need none.
   */
  scope?: DataScope
  /** Declared if the route changes how the user signs in and the request contains no proof. */
  needsProof?: NeededProof
  /** True if the route ends a session. It is not counted per user, because a user can always end a session. */
  endsSession?: true
  /** Schemas of the path parameters, the query and the JSON body, in camelCase; an unknown key answers 400. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** The schema of `data` in the answer `{"data": …}` (product 7.1); without a schema the answer is 204. */
  result?: v.GenericSchema
  /**
   * The schema of one entry of a list; the answer is `{"data": […], "meta": {page, pageSize, total}}`
   * (lists/paging.ts).
   */
  list?: v.GenericSchema
  /**
   * The answer has an ETag. `read`: a matching `If-None-Match` answers 304. `change`: an `If-Match` other than the
   * current ETag answers 412 (RFC 9110 §13.1).
   */
  version?: 'read' | 'change'
  /** The body is multipart/form-data with one part, a file named `file`, instead of JSON. */
  upload?: Upload
  /** The answer is a file of one of these media types instead of JSON, or 404 with an empty body. */
  file?: readonly string[]
  /** The result is the whole body, without `data`, as a standard demands. */
  isBare?: true
  /** Sets `Cache-Control: public, max-age`; without a value the answer is not cached. */
  cacheSeconds?: number
  /** The error codes of this route (`errors.ts`), except those that every route can answer. */
  errors: readonly ErrorCode[]
  /** The rate limit that counts the requests; without a limit they are not counted. */
  limit?: LimitName
  /**
   * The body's `captcha` must contain a solution once the free count of the limit is used up. A caller with a session
   * needs none.
   */
  captcha?: 'when-due'
  /** A request may have an `Idempotency-Key`: repeating the request creates nothing new. */
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

/** The checked parts of a request that the handler gets. */
export type Given<R extends Route> = {
  [P in PartsOf<R>]: R[P] extends v.GenericSchema ? v.InferOutput<R[P]> : never
}

/** The parts of a call before validation, for the browser; a part without required fields may be omitted. */
export type Call<R extends Route> = {
  [P in PartsOf<R> as MayBeEmpty<Input<R[P]>> extends true ? never : P]: Input<R[P]>
} & {
  [P in PartsOf<R> as MayBeEmpty<Input<R[P]>> extends true ? P : never]?: Input<R[P]>
}
type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : never
type MayBeEmpty<I> = Record<never, never> extends I ? true : false

/** The value of `data` in the answer; for a list, its page. */
export type Result<R extends Route> = R['result'] extends v.GenericSchema
  ? v.InferOutput<R['result']>
  : R['list'] extends v.GenericSchema
    ? Page<v.InferOutput<R['list']>>
    : undefined

/** Names of the routes' limits; their numbers are in api/src/kernel/limits/request-limits.ts. */
export type LimitName =
  | 'users-fetch'
  | 'login'
  | 'passkeys'
  | 'second-factor'
  | 'social'
  | 'social-pages'
  | 'device-codes'
  | 'refresh'
  | 'auto-login'
  | 'browser-session'
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
  | 'usernames'
  | 'uploads'
  | 'contacts'
  | 'schools'
  | 'notifications'
  | 'portfolio'
  | 'resume'
  | 'platform-posts'
  | 'openid'
