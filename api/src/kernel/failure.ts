/**
 * Defines the error that carries an error code of the contract. Any code may throw it; kernel/http/errors.ts answers
 * it.
 */
import {
  type ErrorCode,
  errorSentence,
  errorStatus,
  type FailureBody,
  type FieldErrors,
} from '@foyer/contract/errors'

type FailureDetails = {
  /** Error sentences by field, in camelCase. */
  fields?: Record<string, string>
  /** A more exact explanation than the code's sentence. */
  detail?: string
  waitSeconds?: number
  /** The limit that refused the request; used in metrics only, never in the answer. */
  limit?: string
  /** Data that the browser needs in addition to the code. */
  more?: Pick<
    FailureBody['errors'],
    'emailExists' | 'authorized' | 'account' | 'platforms' | 'proofs' | 'secondFactor' | 'enrolment'
  >
  /** The captcha challenge to solve before the next attempt. */
  challenge?: unknown
  cause?: unknown
}

export class Failure extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly waitSeconds: number | undefined
  readonly limit: string | undefined
  readonly challenge: unknown
  readonly detail: string | undefined
  readonly more: FailureDetails['more']

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(errorSentence(code, details.waitSeconds), { cause: details.cause })
    this.code = code
    this.detail = details.detail
    this.fields = details.fields && listed(details.fields)
    this.limit = details.limit
    this.more = details.more
    this.challenge = details.challenge
    this.waitSeconds =
      details.waitSeconds === undefined ? undefined : Math.max(1, Math.ceil(details.waitSeconds))
  }

  get status(): number {
    return errorStatus(this.code)
  }

  body(): FailureBody {
    const { code, message, detail, fields, challenge, more } = this
    return {
      errors: {
        code,
        ...(detail && { detail }),
        message,
        ...(fields && { fieldErrors: fields }),
        ...(challenge !== undefined && { challenge }),
        ...more,
      },
    }
  }
}

function listed(fields: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, [sentence]]))
}

/** Turns errors of Postgres and Fastify into failures; any other error becomes `unexpected`. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const {
    code = '',
    statusCode,
    message = '',
    syscall,
  } = error as { code?: string; statusCode?: number; message?: string; syscall?: string }
  // The client disconnected while it was sending the body.
  if (code === 'ECONNRESET' && message === 'aborted') return new Failure('unreadable-request')
  if (badValue.has(code)) return new Failure('invalid-request', { cause: error })
  // A stopped server removes its Unix socket, so ENOENT from `connect` means that the database is down.
  if (syscall === 'connect' || isDatabaseUnavailable(code, message))
    return new Failure('overloaded', { waitSeconds: 2, cause: error })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new Failure('too-large', { cause: error })
  if (statusCode === 415) return new Failure('unsupported-media', { cause: error })
  if (statusCode !== undefined && statusCode < 500) return new Failure('unreadable-request', { cause: error })
  if (code.startsWith('FST_ERR_') && statusCode === 503) return new Failure('overloaded', { waitSeconds: 2 })
  return new Failure('unexpected', { cause: error })
}

/** SQLSTATE character_not_in_repertoire and invalid_text_representation. */
const badValue = new Set(['22021', '22P02'])

/** Lock timeouts, deadlocks, aborted transactions, read-only servers, and network errors. */
const unavailable = new Set([
  '55P03',
  '40001',
  '40P01',
  '25P03',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/**
 * Matches the SQLSTATE classes 08 (connections), 53 (resources) and 57 (operators), and driver messages without a code.
 */
function isDatabaseUnavailable(code: string, message: string): boolean {
  if (unavailable.has(code) || /^(08|53|57)/.test(code)) return true
  return /timeout exceeded when trying to (connect|join a batch)|Query read timeout|Connection terminated|not queryable|after calling end on the pool/.test(
    message,
  )
}
