/** The codes of errors that this package detects; all other codes come from the service. */
export type SdkErrorCode =
  /** The callback does not belong to a sign-in that this browser began (RFC 9700 §4.7). */
  | 'state-mismatch'
  /** The sign-in began more than 10 minutes ago. */
  | 'transaction-expired'
  /** The callback contains no code. */
  | 'code-missing'
  /** Foyer was unreachable or too slow, or a gateway failed. Try again later. */
  | 'no-answer'
  /** Foyer's answer does not follow the protocol. */
  | 'bad-answer'
  /** Foyer did not issue the token, or its signature, type or claims are wrong. */
  | 'token-invalid'
  | 'token-expired'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'wrong-platform'
  | 'wrong-client'

/** The codes of the service that a platform's server can receive. */
export type ServiceErrorCode =
  | 'invalid-request'
  | 'client-unknown'
  | 'code-invalid'
  | 'session-ended'
  | 'too-many-attempts'
  | 'overloaded'
  | 'unexpected'

/** Any other `string` is allowed too, so that a new code of the service breaks no platform. */
export type FoyerErrorCode = SdkErrorCode | ServiceErrorCode | (string & Record<never, never>)

export type FoyerErrorDetails = {
  message?: string | undefined
  status?: number | undefined
  detail?: string | undefined
  fieldErrors?: Record<string, string[]> | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** The only error that this package throws on purpose; a `TypeError` means that an option is wrong. */
export class FoyerError extends Error {
  override readonly name = 'FoyerError'
  readonly code: FoyerErrorCode
  /** The HTTP status of Foyer's answer; undefined without an answer. */
  readonly status: number | undefined
  readonly detail: string | undefined
  /** Sentences by field name in snake_case; set by 'invalid-request'. */
  readonly fieldErrors: Record<string, string[]> | undefined
  /** Seconds to wait before the next attempt; set by 'too-many-attempts' and 'overloaded'. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: FoyerErrorCode, details: FoyerErrorDetails = {}) {
    super(details.message ?? code, details.cause === undefined ? {} : { cause: details.cause })
    this.code = code
    this.status = details.status
    this.detail = details.detail
    this.fieldErrors = details.fieldErrors
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/**
 * Returns whether an error is a `FoyerError` and, if codes are given, has one of them. Known codes also narrow `code`.
 * Pass a list `as const`: with a plain `string[]`, the compiler cannot know which codes were checked, so it narrows
 * nothing.
 */
export function isFoyerError(error: unknown): error is FoyerError
export function isFoyerError<const Code extends string>(
  error: unknown,
  ...codes: readonly [Literal<Code>, ...Literal<Code>[]]
): error is FoyerError & { readonly code: Code }
export function isFoyerError(error: unknown, ...codes: readonly FoyerErrorCode[]): boolean
export function isFoyerError(error: unknown, ...codes: readonly FoyerErrorCode[]): boolean {
  return error instanceof FoyerError && (codes.length === 0 || codes.includes(error.code))
}

/** Excludes `string`: a predicate that names every code would narrow the error to `never` when it is false. */
type Literal<Code extends string> = string extends Code ? never : Code
