/** Types the handlers of routes: their input and their result. */

import type { ErrorCode } from '@foyer/contract/errors'
import type { Given, Result, Route } from '@foyer/contract/routes/route'
import type { NoteMade } from '../limits/idempotency.ts'
import type { Rule } from '../limits/rate-limit.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { UploadedFile } from '../uploads/check-upload.ts'
import type { FileAnswer } from './answers/file-answer.ts'

type Identity<A extends Route['access'], Caller, Client> = A extends
  | 'own-session'
  | 'bearer'
  | 'bearer-or-expired'
  ? { caller: Caller }
  : A extends 'own-session-if-given' | 'bearer-if-given'
    ? { caller?: Caller }
    : A extends 'client'
      ? { client: Client }
      : A extends 'client-if-given'
        ? { client?: Client }
        : unknown

type Upload<R extends Route> = R['upload'] extends object ? { file: UploadedFile } : unknown

type Version<R extends Route> = R['version'] extends 'change'
  ? {
      /**
       * Throws `precondition-failed` unless `If-Match` is the ETag of `current`, the body that GET returns now; without
       * `If-Match` it does nothing. Call it in the transaction of the change, on rows locked for update.
       */
      requireMatch(current: Current<R>): void
    }
  : unknown
type Current<R extends Route> = Result<R> extends object ? Result<R> : object

export type Parts<R extends Route, Caller, Client> = Given<R> &
  Identity<R['access'], Caller, Client> &
  Upload<R> &
  Version<R>

/** The input of a route's handler. */
export type RequestTo<R extends Route, Caller, Client> = Parts<R, Caller, Client> & Circumstances

type Handler<R extends Route, Caller, Client> = (
  request: RequestTo<R, Caller, Client>,
) => Promise<AnswerOf<R>>

export type AnswerOf<R extends Route> = R['file'] extends readonly string[] ? FileAnswer | null : Result<R>

export type Circumstances = {
  requestContext: RequestContext
  browser: Browser
  /** The id of the browser that began a sign-in through another provider (flow-cookie.ts); null without that cookie. */
  flowBrowser: string | null
  /** Keys of the counters that counted this request. A handler that counts failures only subtracts a success again. */
  counted: readonly string[]
  /** Returns the captcha level, at least 1, that is due for the next attempt of this address at an action. */
  challengeLevel(action: string | undefined): Promise<number>
  /** Stores the id of the object that an idempotent route created, so that a repeated request gets the same answer. */
  noteMade: NoteMade
  /** Writes a warning for the operator to the log. */
  warn(message: string, details?: Record<string, string | number>): void
}

type ServeMore<R extends Route, Caller, Client> = {
  /**
   * Reserves a slot before the first database query, and returns the function that frees the slot. Throws if no slot is
   * free; such a request is not counted.
   */
  takeSlot?(): () => void
  /** Returns additional counters of a request, such as its session's; address and device are always counted. */
  rules?(given: Omit<Parts<R, Caller, Client>, 'file'>): readonly Rule[]
  /** Answers a repeated request of an idempotent route from the id of the created object. No limit counts it. */
  replay?(
    madeId: string,
    given: Parts<R, Caller, Client> & Pick<Circumstances, 'requestContext' | 'browser'>,
  ): Promise<AnswerOf<R>>
  /** The error code that replaces `unexpected` for an unforeseen error. */
  unforeseen?: ErrorCode
}

export type Serve<Caller, Client> = <const R extends Route>(
  route: R,
  handler: Handler<R, Caller, Client>,
  more?: ServeMore<R, Caller, Client>,
) => void
